/** `npm start`: builds if dist/ is missing, older than its sources or made for other addresses; then serves everything. */
import { currentDist } from './current.ts';

const distDir = await currentDist();
const { serveFromEnvironment } = await import('../src/function/node.ts');
await serveFromEnvironment(distDir);
