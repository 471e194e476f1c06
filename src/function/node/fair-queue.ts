import type { Service } from '../service.ts';

/**
 * All clients share one thread. What costs more than reading a file is begun once in a turn of the event loop, by one client
 * after the other: whoever sends a whole allowance at once waits for itself, and others wait for one answer of it.
 */
export function createFairQueue(): NonNullable<Service['turn']> {
  // A Map keeps the order of insertion: a client that has had its turn goes to the end.
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
