/** A server in a process of its own that measures the processor time of all its threads between `begin` and `end`. */
import { serve } from '../../src/function/node/serve.ts';

export interface Measured {
  begin(): Promise<unknown>;
  end(): Promise<{ cpuMs: number }>;
}

const [distDir = '', dataDir = ''] = process.argv.slice(2);
const { address } = await serve({
  distDir,
  dataDir,
  port: 0,
  rates: { default: 0, reports: 0 },
  dailyReports: 0,
  write: () => {},
});
let before = process.cpuUsage();

process.on('message', (question) => {
  if (question === 'begin') {
    before = process.cpuUsage();
    process.send?.({});
    return;
  }
  const { user, system } = process.cpuUsage(before);
  process.send?.({ cpuMs: (user + system) / 1000 });
});
process.send?.(address);
