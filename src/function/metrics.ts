import type { Log, RequestLine } from './log.ts';

/** Upper bounds in seconds of the groups in which request times are counted. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** Counts requests by method and status, and how long they took; never by path, of which there are too many. */
export function createMetrics(): { observe(line: RequestLine): void; text(): string } {
  const requests = new Map<string, number>();
  const counts = BOUNDS.map(() => 0);
  let total = 0;
  let seconds = 0;
  return {
    observe({ method, status, ms }) {
      const labels = `method="${KNOWN_METHODS.has(method) ? method : 'other'}",status="${status}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      total += 1;
      seconds += ms / 1000;
      const group = BOUNDS.findIndex((bound) => ms / 1000 <= bound);
      if (group >= 0) counts[group] = (counts[group] ?? 0) + 1;
    },
    text() {
      return [
        '# TYPE materia_requests_total counter',
        ...Array.from(requests, ([labels, count]) => `materia_requests_total{${labels}} ${count}`),
        '# TYPE materia_request_seconds histogram',
        ...BOUNDS.map((bound, at) => `materia_request_seconds_bucket{le="${bound}"} ${sum(counts.slice(0, at + 1))}`),
        `materia_request_seconds_bucket{le="+Inf"} ${total}`,
        `materia_request_seconds_sum ${seconds}`,
        `materia_request_seconds_count ${total}`,
        '',
      ].join('\n');
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']);

/** A log that is counted as well. */
export const countedLog = (log: Log, observe: (line: RequestLine) => void): Log => ({
  fault: log.fault,
  request(line) {
    observe(line);
    log.request(line);
  },
});
