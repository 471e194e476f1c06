import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { HtmlValidate } from 'html-validate';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProfileData } from '../../src/api/envelope.ts';
import { operations } from '../../src/api/operations.ts';
import { problems } from '../../src/api/problem.ts';
import { type Kind, kinds } from '../../src/schema/kinds.ts';
import { capitalized } from '../../src/text/sentences.ts';
import { fixtureDist, ownDist, SITE } from '../support/build.ts';
import { attributes, plain, visibleText, visibleValues } from '../support/page-text.ts';

interface Listed {
  kind: Kind;
  slug: string;
  lastModified: string;
}
const tools = ['class', 'search', 'interactions', 'my-list', 'compare'];
const prose = ['funding', 'developers', 'about', 'terms', 'corrections', 'changes', '404'];
const pages = ['index', ...kinds, ...tools, ...prose];
const KB = 1024;

describe.each([
  ['the fixture catalog', fixtureDist],
  ['our own catalog', ownDist],
])('pages of %s', (_, built) => {
  let dist = '';
  let records: Listed[] = [];
  let files: string[] = [];
  const texts = new Map<string, string>();
  const read = (path: string): string => {
    const known = texts.get(path) ?? readFileSync(join(dist, path), 'utf8');
    texts.set(path, known);
    return known;
  };
  const pageOf = ({ kind, slug }: Listed): string => read(`${kind}/${slug}.html`);
  /** Bytes that a browser loads for a file. */
  const served = (path: string): number =>
    [`${path}.br`, path].map((name) => statSync(join(dist, name), { throwIfNoEntry: false })?.size).find(Boolean) ?? 0;

  beforeAll(async () => {
    dist = await built();
    records = JSON.parse(read('llms-index.json')).files;
    files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  });

  it('are all there, one for each record besides', () => {
    expect(pages.filter((page) => !existsSync(join(dist, `${page}.html`)))).toEqual([]);
    const classes = files.filter((file) => file.startsWith('class/'));
    expect(files).toHaveLength(pages.length + records.length + classes.length);
  });

  it('of prose show what belongs to them besides', () => {
    expect(read('terms.html')).toContain('id="the-terms"');
    expect(read('developers.html')).toContain('id="endpoints"');
    expect(read('corrections.html').match(/<h2|<section|<ul|<ol|<p/g)?.length).toBeGreaterThan(5);
  });

  it('show every value of every profile, practical fact and contraindication as text', () => {
    const missing = records.flatMap((record) => {
      const text = visibleText(pageOf(record));
      const { data } = JSON.parse(read(`v1/${record.kind}/${record.slug}.json`));
      const { profile, practical, contraindications } = data;
      return visibleValues({ profile, practical, contraindications }).flatMap(({ path, text: value }) =>
        text.includes(value) ? [] : [`${record.kind}/${record.slug}${path}: ${value}`],
      );
    });
    expect(missing).toEqual([]);
  });

  it('show what each trial found, with its figures by arm, and no cell for one that states nothing', () => {
    for (const record of records.filter(({ kind }) => kind === 'medication')) {
      const { trial_findings } = JSON.parse(read(`v1/${record.kind}/${record.slug}.json`)).data as ProfileData;
      const cells = [...pageOf(record).matchAll(/<td class="?finding"?>(.*?)<td class="?payer"?/g)];
      expect(cells, record.slug).toHaveLength(trial_findings.length);
      const companion = plain(read(`medication/${record.slug}.md`));
      for (const [at, { found, outcomes }] of trial_findings.entries()) {
        const cell = visibleText(`<body>${cells[at]?.[1]}`);
        const told = outcomes.flatMap(({ outcome, values, difference }) =>
          [outcome, difference ?? [], values.flatMap(({ arm, value }) => [capitalized(arm), value])].flat(),
        );
        expect([...told, found ?? ''].filter((text) => !cell.includes(plain(text)))).toEqual([]);
        for (const { outcome, values } of outcomes)
          expect(companion).toContain(
            [outcome, ...values.slice(0, 1).map(({ arm, value }) => `${arm} ${value}`)].join(': '),
          );
      }
    }
  });

  it('say what there is to say before where it stands', () => {
    for (const record of records) {
      const parts = pageOf(record)
        .split(/<section class="?part"?/)
        .slice(1);
      for (const part of parts.filter((one) => /class="?notes"?/.test(one)))
        expect(part.search(/class="?body"?/), record.slug).toBeLessThan(part.search(/class="?notes"?/));
    }
  });

  it('show every source with its date, every related record and every change', () => {
    for (const record of records) {
      const html = pageOf(record);
      const { data } = JSON.parse(read(`v1/${record.kind}/${record.slug}.json`));
      const text = visibleText(html);
      const links = attributes(html, 'href');
      for (const { title, url } of data.sources) {
        expect(text).toContain(title);
        expect(links).toContain(url);
      }
      for (const { kind, slug } of data.related) expect(links).toContain(`/${kind}/${slug}`);
      expect(html).toContain('id="changes"');
      expect(html).toContain('id="cite"');
    }
  });

  it('have links that lead somewhere, to the anchor', () => {
    const dead = files.flatMap((file) => {
      const html = read(file);
      return [...attributes(html, 'href'), ...attributes(html, 'src')]
        .filter((link) => !leadsSomewhere(link, file))
        .map((link) => `${file}: ${link}`);
    });
    expect(dead).toEqual([]);
  });

  function leadsSomewhere(link: string, from: string): boolean {
    if (/^(?:https?:|mailto:|tel:)/.test(link) && !link.startsWith(`${SITE}/`)) return true;
    const [address = '', anchor] = link.replace(SITE, '').split('#');
    const [path = ''] = address.split('?');
    const file =
      path === ''
        ? from
        : [path, `${path}.html`, `${path}.json`, `${path}/index.html`, `${path}/index.json`]
            .map((one) => one.slice(1))
            .find((one) => isFile(one));
    if (path === '/') return true;
    // The function answers there, with what it is asked in the query.
    if (address.includes('?') && operations.some((one) => one.method === 'GET' && one.path === path)) return true;
    if (file === undefined) return false;
    // The checker's fragment is its list of things.
    if (path === '/interactions' && anchor?.includes('/'))
      return anchor.split(',').every((record) => isFile(`${record}.html`));
    return anchor === undefined || idsIn(file).has(anchor);
  }
  const idsByFile = new Map<string, ReadonlySet<string>>();
  function idsIn(file: string): ReadonlySet<string> {
    const known = idsByFile.get(file) ?? new Set(attributes(read(file), 'id'));
    idsByFile.set(file, known);
    return known;
  }
  const isFile = (path: string): boolean => /\.[a-z0-9]+$/.test(path) && existsSync(join(dist, path));

  it('link within the site by root-relative addresses without .html', () => {
    const wrong = files.flatMap((file) =>
      attributes(read(file).replace(/<head>[\s\S]*<\/head>/, ''), 'href').filter(
        (link) => /^\/.*\.html(?:$|#)/.test(link) || (link.startsWith(SITE) && !link.startsWith(`${SITE}/v1`)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('pass html-validate', async () => {
    const checker = new HtmlValidate({ root: true, extends: ['html-validate:recommended'] });
    // Every page of the fixtures; of our own, every list, the longest page of each folder, and each thirty-sixth of all.
    const lengthOf = (file: string): number => statSync(join(dist, file)).size;
    const longest = new Map(files.toSorted((a, b) => lengthOf(a) - lengthOf(b)).map((file) => [dirname(file), file]));
    const isChosen = (file: string, at: number): boolean =>
      at % 36 === 0 || !file.includes('/') || longest.get(dirname(file)) === file;
    const checked = records.length > 60 ? files.filter(isChosen) : files;
    const faults: string[] = [];
    for (const file of checked) {
      const { results } = await checker.validateString(read(file), file);
      for (const { ruleId, line, column, message } of results.flatMap(({ messages }) => messages))
        faults.push(`${file}:${line}:${column} ${ruleId} ${message}`);
    }
    expect(faults).toEqual([]);
  });

  it('give each id to one element', () => {
    const twice = files.filter((file) => {
      const ids = attributes(read(file).replaceAll(/<script\b[\s\S]*?<\/script>/g, ''), 'id');
      return new Set(ids).size < ids.length;
    });
    expect(twice).toEqual([]);
  });

  it('need no inline script and no inline style', () => {
    for (const file of files) {
      const html = read(file);
      expect(html, file).not.toMatch(/<style\b|\sstyle=|\son[a-z]+="/);
      for (const [tag] of html.matchAll(/<script\b[^>]*>/g))
        expect(tag, file).toMatch(/\ssrc="\/_astro\/|type="application\/ld\+json"/);
    }
  });

  it('ask no other host for anything', () => {
    for (const file of files) {
      const html = read(file);
      const loaded = [
        ...html.matchAll(
          /<(?:script|img|iframe|source)\b[^>]*\ssrc="([^"]+)"|<link\b[^>]*rel="(?:stylesheet|preload|icon)"[^>]*>/g,
        ),
      ];
      for (const [tag] of loaded) expect(tag, file).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    }
    for (const file of readdirSync(join(dist, '_astro')).filter((name) => name.endsWith('.css'))) {
      expect(read(`_astro/${file}`)).not.toMatch(/url\(["']?(?:https?:)?\/\//);
    }
  });

  it('name their canonical address, their companion and the license', () => {
    for (const record of records) {
      const address = `${SITE}/${record.kind}/${record.slug}`;
      const html = pageOf(record);
      expect(html).toContain(`<link rel="canonical" href="${address}">`);
      expect(html).toContain(`<link rel="alternate" type="text/markdown" href="${address}.md">`);
      expect(html).toContain(`<link rel="license" type="application/rsl+xml" href="${SITE}/license.xml">`);
      expect(html).toMatch(/<meta name="description" content="[^"]{40,240}">/);
    }
  });

  it('share an image that exists, of the size that is asked for', () => {
    for (const file of files) {
      const [, address = ''] = /property="og:image" content="([^"]+)"/.exec(read(file)) ?? [];
      const png = readFileSync(join(dist, address.replace(SITE, '')));
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], file).toEqual([1200, 630]);
    }
  });

  it('have an icon for what asks for none by name', async () => {
    const ico = readFileSync(join(dist, 'favicon.ico'));
    const rows = Array.from({ length: ico.readUInt16LE(4) }, (_, at) => ico.subarray(6 + 16 * at, 22 + 16 * at));
    const images = rows.map((row) => ico.subarray(row.readUInt32LE(12), row.readUInt32LE(12) + row.readUInt32LE(8)));
    const drawn = await Promise.all(images.map((image) => sharp(image).raw().toBuffer({ resolveWithObject: true })));
    expect(drawn.map(({ info }) => [info.width, info.height])).toEqual(rows.map((row) => [row[0], row[1]]));
    // Paper and ink of the mark, not an empty square.
    for (const { data, info } of drawn)
      expect(new Set(data.filter((_v, at) => at % info.channels === 0)).size).toBeGreaterThan(1);
    expect(drawn.length).toBeGreaterThan(1);
  });

  it('describe their record to machines', () => {
    const types = { medication: 'Drug', supplement: 'DietarySupplement', peptide: 'Substance' };
    for (const record of records) {
      const [, json = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(pageOf(record)) ?? [];
      const [page, crumbs] = JSON.parse(json)['@graph'];
      expect(page).toMatchObject({
        '@type': 'MedicalWebPage',
        dateModified: record.lastModified,
        mainEntity: { '@type': types[record.kind] },
      });
      expect(page.lastReviewed).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(crumbs.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
        `${SITE}/`,
        `${SITE}/${record.kind}`,
        `${SITE}/${record.kind}/${record.slug}`,
      ]);
    }
  });

  it('explain every error where its type leads', () => {
    const html = read('developers.html');
    expect(Object.keys(problems).filter((code) => !html.includes(` id="${code}"`))).toEqual([]);
  });

  it('have a page for each class of the function, with its companion', () => {
    const { data } = JSON.parse(read('v1/classes.json'));
    const paths = data.classes.flatMap(({ path }: { path?: string }) => path ?? []);
    expect(
      files
        .filter((file) => file.startsWith('class/'))
        .map((file) => `/${file}`)
        .toSorted(),
    ).toEqual(paths.map((path: string) => `${path}.html`).toSorted());
    for (const path of paths) {
      const html = read(`${path.slice(1)}.html`);
      expect(html).toContain(`<link rel="alternate" type="text/markdown" href="${SITE}${path}.md">`);
      expect(html).toContain(`<link rel="canonical" href="${SITE}${path}">`);
      expect(read(`${path.slice(1)}.md`).length).toBeLessThan(50_000);
    }
  });

  it('list every record by letter and by class', () => {
    for (const { kind, slug } of records) {
      const found = attributes(read(`${kind}.html`), 'href').filter((link) => link === `/${kind}/${slug}`);
      expect(found, slug).toHaveLength(2);
    }
  });

  it('keep the budget of a profile page', () => {
    for (const record of records) {
      const html = pageOf(record);
      const css = attributes(html, 'href').filter((link) => link.endsWith('.css'));
      const js = attributes(html, 'src').filter((link) => link.endsWith('.js'));
      const weight = (links: string[]): number => links.reduce((sum, link) => sum + served(link), 0);
      expect(weight([`${record.kind}/${record.slug}.html`, ...css]), `${record.slug}: HTML and CSS`).toBeLessThan(
        40 * KB,
      );
      expect(weight(js), `${record.slug}: JavaScript`).toBeLessThan(4 * KB);
      const written = loadedAtOnce(js).reduce((sum, script) => sum + Buffer.byteLength(read(script)), 0);
      expect(written, `${record.slug}: JavaScript as written, for a reader without a list`).toBeLessThanOrEqual(6635);
      const strip = html.indexOf('</section>', html.indexOf('class="strip"'));
      expect(gzipSync(html.slice(0, strip)).length, `${record.slug}: head and safety strip`).toBeLessThan(14 * KB);
    }
  });

  const shardPaths = (): string[] =>
    readdirSync(join(dist, 'v1/browser'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.json'))
      .map((path) => `browser/${path}`);

  it('fetch no shard of names over 30 KB', () => {
    const shards = shardPaths().filter((path) => /\/(?:names|near|words|codes)-/.test(path));
    expect(shards.length).toBeGreaterThan(100);
    for (const path of shards) expect(statSync(join(dist, 'v1', path)).size, path).toBeLessThanOrEqual(30_000);
  });

  it('keep the budget of the search: what the first results take', () => {
    const scripts = withImports(attributes(read('search.html'), 'src'));
    expect(scripts.some((script) => script.includes('names-worker'))).toBe(true);
    const code = scripts.reduce((sum, script) => sum + served(script), 0);
    const shards = shardPaths();
    const largest = (family: string): number =>
      Math.max(...shards.filter((path) => path.includes(`/${family}-`)).map((path) => served(`v1/${path}`)));
    const catalogs = served('v1/browser.json') + largest('search');
    // Three words and names, and the records that are shown.
    const index = 3 * (largest('names') + largest('stems')) + largest('begun') + 7 * largest('documents');
    expect(code + catalogs + index).toBeLessThan(160 * KB);
  });

  it('keep every index that a browser loads small', () => {
    const shards = shardPaths();
    expect(shards.length).toBeGreaterThan(50);
    const tooLarge = ['browser.json', ...shards].filter((path) => read(`v1/${path}`).length > 200 * KB);
    expect(tooLarge).toEqual([]);
  });

  /** Scripts with every script that one of them names: imports and workers. */
  /** Scripts and what they import, without what they load later. */
  function loadedAtOnce(links: readonly string[]): string[] {
    const all = new Set(links);
    for (const script of all)
      for (const [, name] of read(script).matchAll(/(?:from|import)["'`]\.\/([\w.-]+\.js)["'`]/g))
        all.add(`/_astro/${name}`);
    return [...all];
  }

  function withImports(links: readonly string[]): string[] {
    const all = new Set(links.filter((link) => link.endsWith('.js')));
    for (const script of all) {
      const named = read(script).match(/[\w.-]+\.js\b/g) ?? [];
      for (const name of named) if (existsSync(join(dist, '_astro', name))) all.add(`/_astro/${name}`);
    }
    return [...all];
  }
});
