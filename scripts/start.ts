/** `npm start`: builds if dist/ is missing, older than its sources or made for other addresses; then serves everything. */
import { currentDist } from '../src/build/current-build.ts';
import { argumentsOf, orExit } from './cli.ts';

argumentsOf({ usage: 'Usage: npm start\nPORT, HOST and the rest follow from the environment: see the README.' });
const distDir = await orExit(currentDist);
const { serveFromEnvironment } = await import('../src/function/node/serve-from-environment.ts');
await serveFromEnvironment(distDir);
