import { type PublishedFile, textFile } from './file.ts';

export const xmlFile = (path: string, root: string): PublishedFile =>
  textFile(path, () => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`);

/** Replaces by U+FFFD what XML cannot contain even when escaped (XML 1.0, section 2.2). */
export const writable = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
    .replaceAll(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, '\ufffd');

export const escapeXml = (text: string): string =>
  writable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // A parser would read a bare carriage return as the end of a line.
    .replaceAll('\r', '&#13;');
