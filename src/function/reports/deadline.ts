import { StorageUnavailable } from '../../api/refusal.ts';

/** How long a statement may take, in milliseconds; whoever reports waits no longer than that. */
export const STORE_DEADLINE_MS = 5000;

/** The value of `work`. @throws {StorageUnavailable} when there is none in time. */
export async function withDeadline<T>(work: Promise<T>, ms: number = STORE_DEADLINE_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageUnavailable(`The database did not answer in ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
