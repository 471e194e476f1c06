/** A server in a process of its own, as scripts/start.ts has it, for the dist/ that is named. */
import { serveFromEnvironment } from '../../src/function/node/serve-from-environment.ts';

await serveFromEnvironment(process.argv[2] as string);
