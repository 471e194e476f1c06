/**
 * Preloaded by `npm run build` and `npm start`. glibc gives each thread an arena of its own, and what is freed in one is no room
 * for another: with the threads that collect memory, draw and compress that is a fifth of what a build takes. How many there are
 * is asked before a process begins, so this one begins anew.
 */
const { env, platform, execPath, execArgv, argv } = process;
if (platform === 'linux' && env.MALLOC_ARENA_MAX === undefined)
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: '1' });
