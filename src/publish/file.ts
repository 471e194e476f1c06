import type { MadeOf } from '../catalog/cache.ts';

/** One file of `dist/` that is not HTML. `path` has no leading slash; its media type follows from it (api/headers). */
export interface PublishedFile {
  readonly path: string;
  /** The UTF-8 text as served, made whenever it is read: a build reads each once, a dev server few between two saves. */
  readonly body: string;
  /** All that the body is made of beside the code of its stage, where that is less to look at than the body. */
  readonly made?: MadeOf;
}

export const textFile = (path: string, write: () => string): PublishedFile => ({
  path,
  get body() {
    return write();
  },
});

export const jsonFile = (path: string, value: () => unknown): PublishedFile =>
  textFile(path, () => `${JSON.stringify(value())}\n`);

export const withMade = (file: PublishedFile, made: MadeOf): PublishedFile => ({
  path: file.path,
  get body() {
    return file.body;
  },
  made,
});
