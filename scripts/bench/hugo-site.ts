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
    write(`content/${kind}/${slug}.md`, `${JSON.stringify({ title: slug, record })}\n`);
  }
  for (const [path, text] of Object.entries(SITE)) write(path, text);
}

const HEADING = '{{ .Title }}';
const SITE: Readonly<Record<string, string>> = {
  'config.json': JSON.stringify({
    baseURL: 'https://hugo.test/',
    title: 'Hugo',
    disableKinds: ['taxonomy', 'term', 'RSS'],
    mediaTypes: { 'text/markdown': { suffixes: ['md'] } },
    outputFormats: { md: { mediaType: 'text/markdown', isPlainText: true } },
    outputs: { page: ['HTML', 'JSON', 'md'] },
  }),
  'layouts/partials/value.html':
    '{{ if reflect.IsMap . }}<dl>{{ range $key, $one := . }}<dt>{{ $key }}</dt><dd>{{ partial "value.html" $one }}</dd>{{ end }}</dl>{{ else if reflect.IsSlice . }}<ul>{{ range . }}<li>{{ partial "value.html" . }}</li>{{ end }}</ul>{{ else }}{{ . }}{{ end }}',
  'layouts/partials/value.md':
    '{{ if reflect.IsMap . }}{{ range $key, $one := . }}\n- {{ $key }}: {{ partial "value.md" $one }}{{ end }}{{ else if reflect.IsSlice . }}{{ range . }}\n- {{ partial "value.md" . }}{{ end }}{{ else }}{{ . }}{{ end }}',
  'layouts/_default/single.html': `<!doctype html><html lang="en"><head><title>${HEADING}</title></head><body><h1>${HEADING}</h1>{{ partial "value.html" .Params.record }}</body></html>`,
  'layouts/_default/single.json': '{{ .Params.record | jsonify }}',
  'layouts/_default/single.md': `# ${HEADING}\n{{ partial "value.md" .Params.record }}`,
  'layouts/_default/list.html': `<!doctype html><html lang="en"><head><title>${HEADING}</title></head><body><ul>{{ range .Pages }}<li><a href="{{ .RelPermalink }}">${HEADING}</a></li>{{ end }}</ul></body></html>`,
  'layouts/index.html': `<!doctype html><html lang="en"><head><title>${HEADING}</title></head><body></body></html>`,
};
