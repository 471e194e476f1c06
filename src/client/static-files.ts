import type { Envelope } from '../schema/types.ts';

/** The precomputed tree under `/v1`, read as static files; each is fetched once and only when asked for. */
const files = new Map<string, () => Promise<unknown>>();

export function dataOf<T>(path: string): Promise<T> {
  const file = files.get(path) ?? once(() => fetchData(path));
  files.set(path, file);
  return file() as Promise<T>;
}

/** A worker is named by where its page says that the API lives. */
export const apiBase = (): string => ('document' in globalThis ? (document.body.dataset.api ?? '') : self.name);

export async function fetchData<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`${apiBase()}/v1/${path}`, init);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return ((await response.json()) as Envelope).data as T;
}

/** Builds a thing once, when it is first wanted, and again when that failed. */
export function once<T>(build: () => Promise<T>): () => Promise<T> {
  let built: Promise<T> | undefined;
  return () => {
    built ??= build().catch((error) => {
      built = undefined;
      throw error;
    });
    return built;
  };
}
