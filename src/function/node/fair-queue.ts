import type { Service } from '../service.ts';

/** A round robin over clients: one request begins in each iteration of the event loop, so many of one delay none. */
export function createFairQueue(): NonNullable<Service['queue']> {
  // A Map keeps the order of insertion: a client that was served goes to the end.
  const waiting = new Map<string, (() => void)[]>();
  let isTaken = false;

  const pass = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      isTaken = false;
      return;
    }
    const [client, queue] = next;
    waiting.delete(client);
    const begin = queue.shift();
    if (queue.length > 0) waiting.set(client, queue);
    begin?.();
    setImmediate(pass);
  };
  return (client) => {
    if (!isTaken) {
      isTaken = true;
      setImmediate(pass);
      return undefined;
    }
    return new Promise((begin) => {
      const queue = waiting.get(client);
      if (queue === undefined) waiting.set(client, [begin]);
      else queue.push(begin);
    });
  };
}
