/** One file of `dist/` that is not HTML. `path` has no leading slash; `body` is the UTF-8 text as served. */
export interface PublishedFile {
  path: string;
  body: string;
  /** Media type with charset. */
  type: string;
}

export const jsonFile = (path: string, value: unknown, type = 'application/json; charset=utf-8'): PublishedFile => ({
  path,
  body: `${JSON.stringify(value)}\n`,
  type,
});
