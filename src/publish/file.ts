/** One file of `dist/` that is not HTML. `path` has no leading slash; its media type follows from it (api/headers). */
export interface PublishedFile {
  path: string;
  /** The UTF-8 text as served. */
  body: string;
}

export const jsonFile = (path: string, value: unknown): PublishedFile => ({ path, body: `${JSON.stringify(value)}\n` });
