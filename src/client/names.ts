import { apiBase, once } from './files.ts';
import type { Lookup } from './lookup.ts';
import type { Question, Questions, Reply } from './names-worker.ts';

type Answer<Ask extends keyof Questions> = ReturnType<Questions[Ask]> extends AsyncGenerator<infer T> ? T : never;

/** The worker that knows the names; it is started by the first question. */
const worker = once(
  async () => new Worker(new URL('./names-worker.ts', import.meta.url), { type: 'module', name: apiBase() }),
);
let asked = 0;

/** The answers to a question as they come. */
async function* ask<Ask extends keyof Questions>(question: Ask, text: string): AsyncGenerator<Answer<Ask>> {
  const id = ++asked;
  const port = await worker();
  const replies: Reply[] = [];
  let wake = (): void => {};
  const listen = ({ data }: MessageEvent<Reply>): void => {
    if (data.id === id) replies.push(data);
    wake();
  };
  port.addEventListener('message', listen);
  try {
    port.postMessage({ id, ask: question, text } satisfies Question);
    for (;;) {
      const reply = replies.shift();
      if (reply === undefined) await new Promise<void>((woken) => (wake = woken));
      else if ('fault' in reply) throw new Error(reply.fault);
      else if ('end' in reply) return;
      else yield reply.answer as Answer<Ask>;
    }
  } finally {
    port.removeEventListener('message', listen);
  }
}

async function first<T>(answers: AsyncGenerator<T>): Promise<T> {
  for await (const answer of answers) return answer;
  throw new Error('The question was not answered.');
}

/** Records for a text, and what must be said of it: at once, and once more when all names are known. */
export const lookUp = (query: string): AsyncGenerator<Lookup> => ask('lookUp', query);
export const nameOf = (query: string): Promise<Answer<'nameOf'>> => first(ask('nameOf', query));
export const itemOf = (query: string): Promise<Answer<'itemOf'>> => first(ask('itemOf', query));
/** Has all fetched and read before the first key, the small before the large. */
export async function warmUp(): Promise<void> {
  for await (const _nothing of lookUp(''));
}
