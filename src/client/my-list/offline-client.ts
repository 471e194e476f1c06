/** A page's side of working without a network: it asks for the service worker while a list is kept, and for its end after that. */
import {
  CACHE_PREFIX,
  type OfflineQuestion,
  type OfflineState,
  PLAN_PATH,
  WORKER_PATH,
} from '../../api/offline-plan.ts';

/** https://www.w3.org/TR/trusted-types/: the policy of this site's pages lets one address become this worker. */
interface TrustedTypesWindow {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(text: string): string },
    ): { createScriptURL(text: string): string };
  };
}

const NOT_OFFERED: OfflineState = { isOffline: false };

/** The worker of this site, where there is one already. A failure of the browser means none. */
const registered = async (): Promise<ServiceWorkerRegistration | undefined> => {
  try {
    return await navigator.serviceWorker?.getRegistration('/');
  } catch {
    return undefined;
  }
};

/** Keeps the given records for use without a network, where browser and site offer that; resolves when all of it is there. */
export async function keepOffline(refs: readonly string[]): Promise<OfflineState> {
  try {
    return await answerOf((await registered()) ?? (await register()), { keep: refs });
  } catch {
    return NOT_OFFERED;
  }
}

/** Whether this page came from what is kept, and what is. */
export async function offlineState(): Promise<OfflineState> {
  const registration = await registered();
  return registration ? answerOf(registration, { ask: 'state' }) : NOT_OFFERED;
}

/** Removes the worker and all that it kept. */
export async function dropOffline(): Promise<void> {
  await (await registered())?.unregister();
  try {
    for (const name of await caches.keys()) if (name.startsWith(CACHE_PREFIX)) await caches.delete(name);
  } catch {
    // A browser that refuses storage has none.
  }
}

/** @throws where browser or site do not offer it */
async function register(): Promise<ServiceWorkerRegistration> {
  const { status } = await fetch(PLAN_PATH);
  if (status !== 200) throw new Error(`${PLAN_PATH}: ${status}`);
  const address = (window as TrustedTypesWindow).trustedTypes
    ?.createPolicy('offline-worker', { createScriptURL: () => WORKER_PATH })
    .createScriptURL('');
  return navigator.serviceWorker.register(address ?? WORKER_PATH, { scope: '/' });
}

async function answerOf(registration: ServiceWorkerRegistration, question: OfflineQuestion): Promise<OfflineState> {
  const worker = registration.active ?? (await navigator.serviceWorker.ready).active;
  if (!worker) return NOT_OFFERED;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<OfflineState>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<OfflineState>) => resolve(data);
  });
  worker.postMessage(question, [port2]);
  return answer;
}
