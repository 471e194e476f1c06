import { mediaType } from '../api/headers.ts';
import type { PublishedFile } from './file.ts';

/** A file of XML with its declaration. */
export const xmlFile = (path: string, root: string): PublishedFile => ({
  path,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`,
  type: mediaType(path),
});

/** Text for an element or an attribute in double quotes. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
