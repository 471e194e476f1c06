import { apiBase } from '../static-files.ts';
import type { Lookup, LookupQuestion } from './name-lookup.ts';
import type { Question, Questions, WorkerMessage } from './names-worker.ts';
import workerAddress from './names-worker.ts?worker&url';

type WorkerAnswer<Ask extends keyof Questions> = ReturnType<Questions[Ask]> extends AsyncGenerator<infer T> ? T : never;

/** Shown when the worker or its files cannot be loaded. */
export const UNAVAILABLE =
  'The names could not be loaded just now, so nothing was looked up. Please try again in a moment.';

/** https://www.w3.org/TR/trusted-types/, as far as it is used here. */
interface WithTrustedTypes {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(text: string): string },
    ): { createScriptURL(text: string): string };
  };
}

/**
 * The one address from which these pages start a program. Their policy lets no other text become a script (Trusted Types,
 * `securityHeaders` in api/headers); browsers without them take it as it is.
 */
const trustedAddress =
  (window as WithTrustedTypes).trustedTypes
    ?.createPolicy('names-worker', { createScriptURL: () => workerAddress })
    .createScriptURL('') ?? workerAddress;

let running: Worker | undefined;
let asked = 0;

/** The worker that knows the names; the first question starts it, and the next one after it broke. */
function worker(): Worker {
  running ??= new Worker(trustedAddress, { type: 'module', name: apiBase() });
  running.onerror = () => {
    running = undefined;
  };
  return running;
}

/**
 * The answers to a question as they come.
 * @throws when the worker cannot be started, or a file that it needs cannot be had
 */
async function* ask<Ask extends keyof Questions>(
  question: Ask,
  asking: LookupQuestion,
): AsyncGenerator<WorkerAnswer<Ask>> {
  const id = ++asked;
  const port = worker();
  const replies: WorkerMessage[] = [];
  let wake = (): void => {};
  const take = (reply: WorkerMessage): void => {
    if (reply.id === id) replies.push(reply);
    wake();
  };
  const listen = ({ data }: MessageEvent<WorkerMessage>): void => take(data);
  const fail = ({ message }: ErrorEvent): void => take({ id, fault: message });
  port.addEventListener('message', listen);
  port.addEventListener('error', fail);
  try {
    port.postMessage({ id, ask: question, ...asking } satisfies Question);
    for (;;) {
      const reply = replies.shift();
      if (reply === undefined) await new Promise<void>((woken) => (wake = woken));
      else if ('fault' in reply) throw new Error(reply.fault);
      else if ('end' in reply) return;
      else yield reply.answer as WorkerAnswer<Ask>;
    }
  } finally {
    port.removeEventListener('message', listen);
    port.removeEventListener('error', fail);
  }
}

async function first<T>(answers: AsyncGenerator<T>): Promise<T> {
  for await (const answer of answers) return answer;
  throw new Error('The question was not answered.');
}

/** Records for a text, and what must be said of it: at once, and once more when all that it may be misspelled for is known. */
export const lookUp = (text: string, kind?: LookupQuestion['kind']): AsyncGenerator<Lookup> =>
  ask('lookUp', { text, kind });
export const nameOf = (text: string): Promise<WorkerAnswer<'nameOf'>> => first(ask('nameOf', { text }));
export const itemOf = (text: string): Promise<WorkerAnswer<'itemOf'>> => first(ask('itemOf', { text }));

/** Fetches the shard maps before the first key. A failure shows at the next question. */
export async function warmUp(): Promise<void> {
  try {
    for await (const _nothing of lookUp(''));
  } catch {}
}
