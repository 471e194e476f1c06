import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { recordFiles } from '../../src/catalog/load.ts';

/** Whether `hugo` is on the PATH, and which. */
export const hugoVersion = (): string | undefined =>
  /v[\d.]+/.exec(spawnSync('hugo', ['version'], { encoding: 'utf8' }).stdout ?? '')?.[0];

/** A Hugo site of the same records: each as HTML, JSON and Markdown that hold every value of its file. */
export function writeHugoSite(contentDir: string, folder: string): void {
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const { kind, slug, path } of recordFiles(contentDir)) {
    const record = parse(readFileSync(path, 'utf8')) as object;
    write(`content/${kind}/${slug}.md`, `${JSON.stringify({ title: slug, record })}\n\n${listOf(record, 0)}\n`);
  }
  for (const [path, text] of Object.entries(SITE)) write(path, text);
}

/** Every value as a nested list: what a person would have written below the front matter. */
function listOf(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const indent = '  '.repeat(depth);
  return Object.entries(value)
    .map(([key, one]) => `\n${indent}- ${Array.isArray(value) ? '' : `${key}: `}${listOf(one, depth + 1)}`)
    .join('');
}

const HEADING = '{{ .Title }}';
const pageOf = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>${HEADING}</title></head><body><h1>${HEADING}</h1>${body}</body></html>`;
const SITE: Readonly<Record<string, string>> = {
  'config.json': JSON.stringify({
    baseURL: 'https://hugo.test/',
    title: 'Hugo',
    disableKinds: ['taxonomy', 'term', 'RSS'],
    mediaTypes: { 'text/markdown': { suffixes: ['md'] } },
    outputFormats: { md: { mediaType: 'text/markdown', isPlainText: true } },
    outputs: { page: ['HTML', 'JSON', 'md'] },
  }),
  'layouts/_default/single.html': pageOf('{{ .Content }}'),
  'layouts/_default/single.json': '{{ .Params.record | jsonify }}',
  'layouts/_default/single.md': `# ${HEADING}\n\n{{ .RawContent }}`,
  'layouts/_default/list.html': pageOf(
    `<ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">${HEADING}</a></li>{{ end }}</ul>`,
  ),
  'layouts/index.html': pageOf(''),
};
