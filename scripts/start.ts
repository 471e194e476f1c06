/** `npm start`: builds if dist/ is missing, older than its sources or made for other addresses; then serves everything. */
import { currentDist } from '../src/build/current-build.ts';

const distDir = await currentDist();
const { serveFromEnvironment } = await import('../src/function/node/serve.ts');
await serveFromEnvironment(distDir);
