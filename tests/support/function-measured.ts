/**
 * A server in a process of its own that tells what it costs: processor time of all its threads, and the delay of its event
 * loop, between `begin` and `end`. Neither depends on what else the machine does, as a clock would.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { serve } from '../../src/function/node/serve.ts';

export interface Measured {
  begin(): Promise<unknown>;
  end(): Promise<{ cpuMs: number; p99Ms: number }>;
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
const delay = monitorEventLoopDelay({ resolution: 5 });
let before = process.cpuUsage();

process.on('message', (question) => {
  if (question === 'begin') {
    delay.reset();
    delay.enable();
    before = process.cpuUsage();
    process.send?.({});
    return;
  }
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  process.send?.({ cpuMs: (user + system) / 1000, p99Ms: delay.percentile(99) / 1e6 });
});
process.send?.(address);
