import { printableJson } from '../text/invisible.ts';

/** One request, as it is logged: no query, no body, no address, nothing of the person who asked. */
export interface RequestLine {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

/** One fault of ours, with the id of its request. Only the log has the stack. */
export interface FaultLine {
  readonly id: string;
  readonly fault: string;
}

export interface Log {
  request(line: RequestLine): void;
  fault(line: FaultLine): void;
}

const FLUSH_MS = 100;
const MAX_PATH = 200;

export interface WrittenLog extends Log {
  /** What an operator should look at. */
  warn(warning: string): void;
  flush(): void;
}

/** JSON lines, gathered for a tenth of a second: a write for each request would cost more than the request. */
export function createLog(write: (lines: string) => void, now: () => Date = () => new Date()): WrittenLog {
  let lines: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const add = (line: string): void => {
    lines.push(line);
    timer ??= setTimeout(flush, FLUSH_MS);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length > 0) write(`${lines.join('\n')}\n`);
    lines = [];
  };
  const warn = (warning: string): void => add(printableJson({ time: now().toISOString(), level: 'warn', warning }));
  return { ...lineLog(add, now), warn, flush };
}

/** A log that hands on each line as JSON at once. */
export const lineLog = (write: (line: string) => void, now: () => Date = () => new Date()): Log => {
  const stamped = (level: 'info' | 'error', line: object): object => ({ time: now().toISOString(), level, ...line });
  return {
    // A path is percent-encoded; a stack may quote anything.
    request: (line) =>
      write(
        JSON.stringify(
          stamped('info', { ...line, path: line.path.slice(0, MAX_PATH), ms: Math.round(line.ms * 10) / 10 }),
        ),
      ),
    fault: (line) => write(printableJson(stamped('error', line))),
  };
};

export const describeFault = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
