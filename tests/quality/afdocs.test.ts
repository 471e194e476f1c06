import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { root } from '../../src/build/options.ts';
import { connectionBounds } from '../../src/function/node/connections.ts';
import { serve } from '../../src/function/node/serve.ts';
import { ownDist, SITE } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('passes every check of the Agent-Friendly Documentation Spec (afdocs)', { timeout: 300_000 }, async () => {
  const dataDir = temporaryFolder();
  const { address, close } = await serve({
    distDir: await ownDist(),
    dataDir,
    port: 0,
    host: '127.0.0.1',
    write: () => {},
    // It thinks over pages for a while with its connections open, and takes one that was cut meanwhile for a broken link.
    connections: { ...connectionBounds, idleMs: 600_000 },
  });
  try {
    const sample = ['--sampling', 'deterministic', '--max-links', '20', '--request-delay', '0'];
    const args = ['check', address, '--canonical-origin', SITE, ...sample, '--format', 'json'];
    // It exits with 1 on a failing check; what failed says more than that.
    const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/afdocs'), args, {
      maxBuffer: 1e8,
    }).catch((error) => error);
    const { results } = JSON.parse(stdout) as { results: { id: string; status: string; message: string }[] };
    expect(results.length).toBeGreaterThan(20);
    expect(results.filter(({ status }) => status === 'fail').map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  } finally {
    await close();
  }
});
