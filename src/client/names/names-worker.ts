/**
 * Names and search beside the page: names are fetched and read here, so that no key ever waits for them.
 * A question comes as a Question; its answers go back one by one, then an end or a fault.
 */
import { itemOf, type LookupQuestion, lookUp, nameOf } from './name-lookup.ts';

const questions = { lookUp, nameOf, itemOf };
export type Questions = typeof questions;

export interface Question extends LookupQuestion {
  id: number;
  ask: keyof Questions;
}
export type WorkerMessage = { id: number } & ({ answer: unknown } | { end: true } | { fault: string });

// The type of a page's globals has another postMessage.
const reply = (message: WorkerMessage): void => (self as unknown as MessagePort).postMessage(message);

addEventListener('message', async ({ data: { id, ask, ...question } }: MessageEvent<Question>) => {
  try {
    for await (const answer of questions[ask](question)) reply({ id, answer });
    reply({ id, end: true });
  } catch (error) {
    reply({ id, fault: String(error) });
  }
});
