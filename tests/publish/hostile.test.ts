import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { XMLParser } from 'fast-xml-parser';
import { parseAtomFeed } from 'feedsmith';
import matter from 'gray-matter';
import type { Nodes } from 'mdast';
import type { Browser, Page } from 'playwright';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml, stringify } from 'yaml';
import { problems } from '../../src/api/problem.ts';
import { root } from '../../src/build/options.ts';
import { separate } from '../../src/catalog/authored.ts';
import { MassDeletion } from '../../src/catalog/ledger.ts';
import { inspectCatalog } from '../../src/catalog/load.ts';
import { formatProblems } from '../../src/catalog/problems.ts';
import { readProse } from '../../src/catalog/prose-pages.ts';
import { recordData } from '../../src/components/jsonld.ts';
import { renderProse } from '../../src/components/prose.ts';
import { describeRecord } from '../../src/components/record-page.ts';
import { lineLog } from '../../src/function/log.ts';
import { resultText } from '../../src/function/mcp/result-text.ts';
import { type Served, serve } from '../../src/function/node/serve.ts';
import { openSqlite } from '../../src/function/node/sqlite.ts';
import { createReports } from '../../src/function/reports/report-store.ts';
import type { RecordInteractions } from '../../src/interactions/findings.ts';
import { partners } from '../../src/profile/partners.ts';
import { safetyFacts } from '../../src/profile/safety.ts';
import { classCompanion } from '../../src/publish/companion/class-companion.ts';
import { type Edition, makeEdition } from '../../src/publish/edition.ts';
import { feedFiles } from '../../src/publish/feeds.ts';
import { llmsFiles } from '../../src/publish/llms.ts';
import { functionData, v1Files } from '../../src/publish/v1.ts';
import { wellKnownFiles } from '../../src/publish/well-known.ts';
import { escapeXml } from '../../src/publish/xml.ts';
import { displayName, type Entry, refOf } from '../../src/records/entry.ts';
import { parts } from '../../src/records/parts.ts';
import type { ContentRecord, Envelope } from '../../src/schema/types.ts';
import { invisibleIn, printable, printableJson } from '../../src/text/invisible.ts';
import { launchBrowser } from '../support/browser.ts';
import { SITE, TODAY } from '../support/day-and-site.ts';
import { postJson, type TestApp, testApp, withDamaged } from '../support/function-app.ts';
import {
  allowed,
  everything,
  type HostileCatalog,
  hostileCatalog,
  hostilePage,
  markup,
  together,
  unchecked,
  unseen,
  unwritable,
} from '../support/hostile-catalog.ts';
import { parseLlmsTxt } from '../support/llms-grammar.ts';
import { programEnv } from '../support/run-script.ts';
import { OTHER, supplement } from '../support/small-catalog.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const place = temporaryFolder();

/** Every text that was put into a value; they all have a number of their own. */
function texts(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('№') ? [value] : [];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(texts) : [];
}

/** The problems of a catalog in the files that an author writes, and what was read. */
function inspect(name: string, { records, site, corrections = [], redirects, classes = [], substances = [] }: Written) {
  const contentDir = join(place, name);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(contentDir, path)), { recursive: true });
    writeFileSync(join(contentDir, path), text);
  };
  for (const [ref, record] of Object.entries(records)) write(`${ref}.yaml`, stringify(record));
  for (const one of corrections) write(`corrections/${one.id}.yaml`, stringify(one));
  write('site.yaml', stringify(site));
  if (redirects) write('redirects.yaml', stringify(redirects));
  write('vocabulary/classes.yaml', stringify(classes));
  write('vocabulary/substances.yaml', stringify(substances));
  write('vocabulary/effects.yaml', stringify([OTHER]));
  const options = { contentDir, defaultsDir: join(place, 'none'), schemaDir: join(root, 'src/schema') };
  return { contentDir, ...inspectCatalog(options) };
}
type Written = Pick<HostileCatalog, 'records' | 'site'> & Partial<HostileCatalog>;

const mild = hostileCatalog(allowed);

describe('the rules of content', () => {
  const refusals = [
    ...markup.map((text) => [text, 'holds markup ('] as const),
    ...[...unseen, ...unwritable].map(
      ([text, code]) => [`a${text}b`, `holds the control character U+${code}; delete it`] as const,
    ),
  ];

  it('refuse markup and what cannot be seen in a record, each with its place and its reason', () => {
    const records = Object.fromEntries(
      refusals.map(([text], at) => [`supplement/piece-${at}`, supplement(`piece-${at}`, { whatItIs: text })]),
    );
    const { problems: found } = inspect('refused', { records, site: mild.site });
    const told = refusals.map(([, reason], at) => {
      const problem = found.find(({ file }) => file.endsWith(`/piece-${at}.yaml`));
      return [problem?.path, problem?.reason.slice(0, reason.length)];
    });
    expect(told).toEqual(refusals.map(([, reason]) => ['profile.whatItIs', reason]));
    expect(found).toHaveLength(refusals.length);
  });

  it('refuse what cannot be seen in every other file, too, but let a text have lines', () => {
    const { problems: found } = inspect('refused-elsewhere', {
      records: {},
      site: { ...mild.site, name: 'Mat\u200beria', description: 'Two\nlines' },
      corrections: [{ id: 'r-1', date: TODAY, claim: 'red \u001b[31m\nblue', finding: 'x', change: 'x' }],
      redirects: { renamed: [], withdrawn: [{ kind: 'peptide', slug: 'x', date: TODAY, reason: 'a\u202eb' }] },
      classes: [
        {
          id: 'a',
          name: 'A\u2028B',
          kind: 'class',
          description: 'A class of the test.',
          members: [],
          source: { text: 'x' },
        },
      ],
    });
    expect(found.map(({ path, reason }) => `${path} ${reason}`).toSorted()).toEqual([
      ' holds no record; records are <kind>/<slug>.yaml in medication, supplement, peptide',
      '[0].name holds the control character U+2028; delete it',
      'claim holds the control character U+001B; delete it',
      'name holds the control character U+200B; delete it',
      'withdrawn[0].reason holds the control character U+202E; delete it',
    ]);
  });

  it('refuse an address of mail that would write a line of security.txt', () => {
    const email = 'a@b.test\nExpires: 2099-01-01T00:00:00Z';
    const { problems: found } = inspect('refused-mail', {
      records: {},
      site: { ...mild.site, securityContact: { email, expires: '2027-11-01' } },
    });
    expect(found.map(({ path }) => path)).toContain('securityContact.email');
  });

  it('let everything else pass, and read it as it was written', () => {
    const { problems: found, catalog } = inspect('allowed', mild);
    expect(found).toEqual([]);
    const beside = ['kind', 'slug', 'file', 'digest', 'statements', 'statementDigests', 'namesDigest', 'sentenceKeys'];
    const fromFile = (entry: object) =>
      Object.fromEntries(Object.entries(entry).filter(([key]) => !beside.includes(key)));
    expect(catalog?.entries.map(fromFile)).toEqual(
      catalog?.entries.map((entry) => {
        const written = mild.records[refOf(entry)] as unknown as ContentRecord;
        return { ...written, ...separate(written) };
      }),
    );
    expect(catalog?.corrections.map(({ claim }) => claim).toSorted()).toEqual(
      mild.corrections.map(({ claim }) => claim).toSorted(),
    );
    expect(catalog?.site).toMatchObject({ name: mild.site.name, terms: mild.site.terms });
  });

  it('print nothing that could steer a terminal', () => {
    const { problems: found, files } = inspect('refused-keys', {
      records: {
        'supplement/piece-\u001b[31m': supplement('piece', { '\u001b[2J\u202e': 'x', whatItIs: '<a\u009b31m' }),
        'supplement/piece': { ...supplement('piece'), supports: { whatItIs: ['\u0007'], constructor: ['label'] } },
      },
      site: mild.site,
    });
    const printed = formatProblems(found, files.length);
    expect(printed).toContain('\\u{1b}[2J\\u{202e}');
    expect(printed).toContain('supports.constructor  supports a field that the profile does not have');
    expect(printed.split('\n').filter((line) => invisibleIn(line))).toEqual([]);
  });
});

const markdown = remark();
const gfm = remark().use(remarkGfm);

/** What a reader sees of Markdown, a line for each block, and everything in it that is not text. */
function readMarkdown(body: string): { text: string; links: string[]; others: string[] } {
  const found = { links: [] as string[], others: [] as string[] };
  const read = (node: Nodes): string => {
    if (node.type === 'link') found.links.push(node.url);
    if (!KNOWN_NODES.has(node.type)) found.others.push(`${node.type}: ${JSON.stringify(node).slice(0, 80)}`);
    if ('value' in node) return node.value;
    return 'children' in node ? node.children.map(read).join(LINES.has(node.type) ? '' : '\n') : '';
  };
  const text = read(markdown.parse(body));
  return { text, ...found };
}
const KNOWN_NODES = new Set('root paragraph heading list listItem blockquote strong emphasis link text'.split(' '));
const LINES = new Set('paragraph heading strong emphasis link'.split(' '));
const plainText = (node: Nodes): string =>
  'value' in node ? node.value : 'children' in node ? node.children.map(plainText).join('') : '';

/** Readers with GFM on see the same text; that they make links of bare addresses is theirs. */
const sameInGfm = (body: string): void => expect(plainText(gfm.parse(body))).toBe(plainText(markdown.parse(body)));

/** Texts of which a reader does not find every letter. */
const missing = (wanted: readonly string[], shown: string): string[] => wanted.filter((text) => !shown.includes(text));
const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe('what is published without any rule', () => {
  const hostile = hostileCatalog(everything);
  const loaded = unchecked(hostile);
  const edition: Edition = makeEdition(loaded, TODAY).edition;
  const { site, entries } = edition.catalog;

  it('keeps every text in the front matter of a companion, for parsers of YAML 1.2 and 1.1', () => {
    const read = entries.map((entry) => {
      const body = edition.companions.get(refOf(entry))?.body ?? '';
      const [, yaml = ''] = /^---\n([\s\S]*?)\n---\n/.exec(body) ?? [];
      return [parseYaml(yaml), parseYaml(yaml, { version: '1.1' }), matter(body, {}).data];
    });
    const wanted = entries.map((entry) => ({ name: displayName(entry), canonical: `${SITE}/${refOf(entry)}` }));
    for (const [at, readings] of read.entries())
      for (const one of readings) expect(one).toMatchObject(wanted[at] as object);
  });

  it('keeps every text in the body of a companion, as text, with no link but our own', () => {
    for (const entry of entries) {
      const body = matter(edition.companions.get(refOf(entry))?.body ?? '', {}).content;
      const { text, links, others } = readMarkdown(body);
      if (!/piece-\d\d/.test(entry.slug)) sameInGfm(body);
      const { profile, sources, changes } = entry;
      const said = texts([
        profile,
        sources.map(({ title }) => title),
        changes,
        site.name,
        site.disclaimer,
        site.attribution,
      ]);
      expect(missing(said, text), refOf(entry)).toEqual([]);
      expect(others, refOf(entry)).toEqual([]);
      expect(
        links.filter(
          (link) => !/^https:\/\/(?:materia\.test|[\w.]*(?:fda\.gov|nih\.gov|example\.org|doi\.org))\//.test(link),
        ),
      ).toEqual([]);
    }
  });

  it('keeps every text in the companion of a class, as text, with no link but our own', () => {
    expect(edition.classes.size).toBeGreaterThan(0);
    for (const page of edition.classes.values()) {
      const body = classCompanion(page, { site, updated: TODAY });
      const { text, links, others } = readMarkdown(matter(body, {}).content);
      expect(missing([page.name, page.description, ...page.names].map(spaced), spaced(text)), page.id).toEqual([]);
      expect(others, page.id).toEqual([]);
      expect(
        links.filter((link) => !link.startsWith(SITE)),
        page.id,
      ).toEqual([]);
    }
  });

  it('keeps every text in llms.txt and its like, for Markdown and for the reference grammar', () => {
    for (const { path, body } of llmsFiles(edition)) {
      const { text, links, others } = readMarkdown(body);
      sameInGfm(body);
      const shown = spaced(text);
      const kind = /^(\w+)\/llms/.exec(path)?.[1];
      const listed = path === 'llms-full.txt' || kind ? entries.filter((entry) => !kind || entry.kind === kind) : [];
      const names = listed.map((entry) => spaced(displayName(entry).replaceAll('[', '(').replaceAll(']', ')')));
      expect(missing([...names, spaced(site.attribution), spaced(site.description)], shown), path).toEqual([]);
      expect(others, path).toEqual([]);
      expect(
        links.filter((link) => !link.startsWith(SITE)),
        path,
      ).toEqual([]);
      expect(Object.keys(parseLlmsTxt(body).sections).length).toBeGreaterThan(0);
    }
  });

  it('keeps every text in JSON', () => {
    const files = new Map(v1Files(edition, functionData(edition)).map(({ path, body }) => [path, JSON.parse(body)]));
    for (const entry of entries) {
      const { data } = files.get(`v1/${refOf(entry)}.json`);
      expect(data).toMatchObject({ profile: entry.profile, sources: entry.sources });
    }
    expect(files.get('v1/service.json').data.withdrawn).toEqual(hostile.redirects.withdrawn);
    expect(files.get('v1/vocabulary.json').data.classes.map(({ name }: { name: string }) => name)).toEqual(
      hostile.classes.map(({ name }) => name),
    );
  });

  it('keeps every text in the feed of changes', () => {
    const [json, atom] = feedFiles(edition).map(({ body }) => body) as [string, string];
    const { changes } = JSON.parse(json) as { changes: { note?: string; reason?: string }[] };
    const said = changes.flatMap(({ note, reason }) => note ?? reason ?? []);
    expect(missing(texts(hostile.redirects.withdrawn), said.join('\n'))).toEqual([]);
    const parser = new XMLParser({ trimValues: false, parseTagValue: false, processEntities: true });
    const { entries = [], authors } = parseAtomFeed(atom);
    // XML has no escape for most control characters.
    const held = (text: string) => parser.parse(`<x>${escapeXml(text)}</x>`).x as string;
    const summaries = entries.map(({ summary }) => spaced(summary?.value ?? ''));
    for (const text of said) expect(summaries).toContain(spaced(held(text)));
    expect(spaced(authors?.[0]?.name ?? '')).toBe(spaced(held(site.name)));
  });

  it('writes one line where a line is a statement', () => {
    const odd = { ...site, securityContact: { ...site.securityContact, email: 'a@b.test\r\nContact: mailto:evil@x' } };
    const files = wellKnownFiles({ ...edition, catalog: { ...edition.catalog, site: odd } });
    const security = files.find(({ path }) => path.endsWith('security.txt'))?.body ?? '';
    expect(security.match(/^Contact: .*$/gm)).toHaveLength(1);
  });

  it('escapes whatever XML, JSON for a terminal and a terminal cannot hold', () => {
    for (const [text] of [...unseen, ...unwritable]) {
      expect(new XMLParser().parse(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`)).toBeTruthy();
      expect(JSON.parse(printableJson({ text }))).toEqual({ text });
      expect(invisibleIn(printableJson({ text })) ?? invisibleIn(printable(text))).toBeUndefined();
    }
  });
});

describe('a page of prose', () => {
  it.each([
    ["---js\n{title: (process.env.MATERIA_HOSTILE = 'ran')}\n---\nText", 'has no front matter in YAML'],
    ['---\ntitle: &a x\ndescription: *a\n---\nText', 'uses an anchor or alias'],
  ])('is refused with its line where %j', (source, reason) => {
    const { page, problems } = readProse('content/pages/about.md', source);
    expect(page).toBeUndefined();
    expect(problems[0]).toMatchObject({ file: 'content/pages/about.md', reason: expect.stringContaining(reason) });
    expect(process.env.MATERIA_HOSTILE).toBeUndefined();
  });

  it('puts values in as text, wherever they stand', () => {
    const values = { name: '*a* <b>\n\n# c', url: 'javascript:hacked()' };
    const { title, html } = renderProse(
      { title: 'About {name}', description: '', markdown: '{name} [x]({url}) `{name}`' },
      values,
    );
    expect(title).toBe('About *a* <b>\n\n# c');
    expect(html).toBe('<p>*a* &#x3C;b>\n\n# c <a>x</a> <code>*a* &#x3C;b>  # c</code></p>');
  });
});

const dist = join(place, 'dist');
const built = unchecked(hostileCatalog(everything, together(everything))).catalog;
const logged: string[] = [];
let browser: Browser;
let site: Served;
let app: TestApp;

async function open(): Promise<void> {
  const contentDir = join(place, 'built');
  mkdirSync(join(contentDir, 'pages'), { recursive: true });
  writeFileSync(join(contentDir, 'pages/about.md'), hostilePage);
  const env = { ...programEnv(), CONTENT_DIR: contentDir };
  const program = join(root, 'tests/support/hostile-build.ts');
  const building = promisify(execFile)(process.execPath, [program, contentDir, dist], { cwd: root, env });
  [browser] = await Promise.all([launchBrowser(), building]);
  site = await serve({ distDir: dist, dataDir: join(place, 'data'), port: 0, write: (lines) => logged.push(lines) });
  app = await testApp({ dist });
}
// The build goes on while what needs none of it is tested.
const opening = open();
opening.catch(() => {});
const opened = (): Promise<void> => opening;
afterAll(async () => {
  await opening.catch(() => {});
  await browser?.close();
  await site?.close();
});

const read = (path: string): string => readFileSync(join(dist, path), 'utf8');
const pageFiles = (): string[] =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));

/** A document as Chromium's parser reads it, scripts off. */
interface ParsedPage {
  texts: string[];
  jsonld: string[];
  meta: Record<string, string>;
  faults: string[];
}

/** Runs in the browser. */
function parsePage(html: string): ParsedPage {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const texts: string[] = [];
  const walker = page.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (walker.currentNode.parentElement?.tagName !== 'SCRIPT') texts.push(walker.currentNode.nodeValue ?? '');
  const faults: string[] = [];
  const ids = new Set<string>();
  const known =
    /^(?:html|head|meta|title|link|script|body|header|footer|nav|main|section|article|form|label|input|textarea|button|details|summary|fieldset|legend|noscript|p|ul|ol|li|a|b|span|div|h[1-4]|dl|dt|dd|br|time|svg|path|figure|figcaption|code|pre|strong|em|blockquote|template|table|thead|tbody|tr|th|td)$/;
  for (const element of page.querySelectorAll('*')) {
    if (!known.test(element.localName)) faults.push(`<${element.localName}>`);
    for (const { name, value } of element.attributes) {
      // A colour that an object knows by itself, such as "constructor", would be a function here.
      if (name === 'class' && !/^[\w -]*$/.test(value)) faults.push(`${name}="${value}"`);
      if (/^on|^(?:style|srcdoc|hacked|autofocus|formaction|http-equiv)$/.test(name)) faults.push(`${name}="${value}"`);
      if (
        /^(?:href|src|action)$/.test(name) &&
        !/^(?:https:\/\/(?!evil)|\/(?!\/)|#|mailto:editors@|tel:[0-9-]+$)/.test(value)
      )
        faults.push(`${name}="${value}"`);
    }
    if (element.id && ids.has(element.id)) faults.push(`id ${element.id} twice`);
    ids.add(element.id);
  }
  // Data that a script of ours reads: a browser does not run it, and it must be whole.
  for (const { textContent } of page.querySelectorAll('script[type="application/json"]')) JSON.parse(textContent ?? '');
  for (const script of page.querySelectorAll('script:not([type="application/ld+json"], [type="application/json"])'))
    if (!script.getAttribute('src')?.startsWith('/_astro/') || script.textContent) faults.push('a script of its own');
  return {
    texts,
    jsonld: [...page.querySelectorAll('script[type="application/ld+json"]')].map((one) => one.textContent ?? ''),
    meta: Object.fromEntries(
      [...page.querySelectorAll('meta')].map((one) => [
        one.getAttribute('property') ?? one.name,
        one.getAttribute('content') ?? '',
      ]),
    ),
    faults,
  };
}

describe('the pages, as a browser parses them', () => {
  const parsed = new Map<string, ParsedPage>();
  beforeAll(async () => {
    await opened();
    const page = await browser.newPage();
    for (const file of pageFiles()) parsed.set(file, await page.evaluate(parsePage, read(file)));
    await page.close();
  });
  const shown = (file: string): string => parsed.get(file)?.texts.join('\n') ?? '';
  const interactionsOf = (entry: Entry): RecordInteractions =>
    JSON.parse(read(`v1/interactions/${refOf(entry)}.json`)).data;

  it('have no element, attribute or address that a text brought in', () => {
    expect(parsed.size).toBeGreaterThan(30);
    expect([...parsed].flatMap(([file, { faults }]) => faults.map((fault) => `${file}: ${fault}`))).toEqual([]);
  });

  it('show every text of a record, letter by letter', () => {
    for (const entry of built.entries) {
      const { profile, names, sources, changes } = entry;
      const wanted = texts([profile, names, sources, changes, built.site.name, built.site.attribution]);
      expect(missing(wanted, shown(`${refOf(entry)}.html`)), refOf(entry)).toEqual([]);
    }
  });

  it('show every text of the other files', () => {
    expect(missing(texts(built.corrections), shown('corrections.html'))).toEqual([]);
    expect(missing(texts(built.site.terms), shown('terms.html'))).toEqual([]);
    expect(missing(texts([built.site.name, built.site.disclaimer]), shown('about.html'))).toEqual([]);
    expect(missing([built.site.summary], shown('index.html'))).toEqual([]);
    for (const entry of built.entries) expect(missing([displayName(entry)], shown(`${entry.kind}.html`))).toEqual([]);
    const classes = pageFiles().filter((file) => file.startsWith('class/'));
    expect(classes.length).toBeGreaterThan(0);
    for (const { id, name, description, synonyms, everyday } of built.vocabulary.classes)
      if (classes.includes(`class/${id}.html`))
        expect(missing(texts([name, description, synonyms, everyday]), shown(`class/${id}.html`)), id).toEqual([]);
  });

  it('keep every letter in attributes and in JSON-LD', () => {
    for (const entry of built.entries) {
      const description = describeRecord(entry, safetyFacts(entry, partners(interactionsOf(entry), new Map())));
      const { meta, jsonld } = parsed.get(`${refOf(entry)}.html`) as ParsedPage;
      const { lastModified } = JSON.parse(read('llms-index.json')).files.find(
        ({ kind, slug }: Entry) => kind === entry.kind && slug === entry.slug,
      );
      expect(meta).toMatchObject({
        'og:title': displayName(entry),
        'og:site_name': built.site.name,
        'og:description': description,
        description,
      });
      const data = recordData(entry, { site: built.site, lastModified, description });
      expect(jsonld.map((json) => JSON.parse(json))).toEqual([data]);
    }
    const { name, description } = built.site;
    expect(JSON.parse(parsed.get('index.html')?.jsonld[0] ?? '')).toMatchObject({ name, description });
  });

  it('are described within a limit that cuts no character', () => {
    const [entry] = built.entries;
    const named = (genericName: string) =>
      describeRecord(
        { ...entry, profile: { genericName } } as Entry,
        safetyFacts(entry as Entry, partners(interactionsOf(entry as Entry), new Map())),
      );
    for (const length of [219, 220, 221]) {
      const description = named(`${'a'.repeat(length % 2)}${'💊'.repeat(length)}`);
      expect(description.length).toBeLessThanOrEqual(220);
      expect(description.isWellFormed()).toBe(true);
    }
    expect(named('a...b')).toContain('a...b');
  });

  it('stand beside XML that a strict parser reads', async () => {
    const page = await browser.newPage();
    const faults = await page.evaluate(
      (files) =>
        files.map(
          (xml) => new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror')?.textContent,
        ),
      ['changes.atom', 'sitemap.xml', 'license.xml'].map(read),
    );
    await page.close();
    expect(faults).toEqual([undefined, undefined, undefined]);
  });
});

const PAYLOADS = ['<img src=x onerror=hacked()>', '"><script>hacked()</script>', '</textarea><svg/onload=hacked()>'];

/** Opens pages in one tab and gives back whatever a hostile text brought about. */
async function watch(use: (page: Page) => Promise<void>, bypassCSP = false): Promise<string[]> {
  const context = await browser.newContext({ bypassCSP });
  const seen: string[] = [];
  await context.exposeFunction('tell', (what: string) => seen.push(what));
  await context.addInitScript(() => {
    const { tell } = window as unknown as { tell: (what: string) => void };
    Object.assign(window, { hacked: () => tell(`executed on ${location.href}`) });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile, sample }) =>
      tell(`violates ${violatedDirective}: ${sourceFile} ${sample}`),
    );
  });
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) seen.push(message.text());
  });
  page.on('pageerror', (error) => seen.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(site.address)) seen.push(`asked another host: ${request.url()}`);
  });
  await use(page);
  await context.close();
  return seen;
}

/** What a text brought into the live document. */
const injected = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      document.querySelectorAll('xss, [hacked], img, iframe, base, style, main script:not([type="application/json"])')
        .length,
  );

describe('in a real browser', () => {
  beforeAll(opened);
  const name = (slug: string): string => displayName(built.entries.find((one) => one.slug === slug) as Entry);
  const drug = built.vocabulary.classes[1]?.name ?? '';

  const walk = async (page: Page): Promise<void> => {
    // The parser has looked at all of them; a browser runs what a parser only finds.
    const records = built.entries.map(refOf).filter((ref) => !/piece-(?:[3-9]|\d\d)$/.test(ref));
    const paths = ['', 'medication', 'supplement', 'peptide', 'developers', 'about', 'terms', 'corrections', 'changes'];
    for (const path of [...paths, ...records, 'no-such-page', `no/${encodeURIComponent(PAYLOADS[0] ?? '')}`]) {
      await page.goto(`${site.address}/${path}`);
      expect(await injected(page), path).toBe(0);
    }
  };
  const act = async (page: Page): Promise<void> => {
    for (const query of [...PAYLOADS, name('piece-1'), name('testamine'), drug]) {
      await page.goto(`${site.address}/search?q=${encodeURIComponent(query)}`);
      await page.locator('[data-notes] p').first().waitFor();
      await page.fill('#q', query);
      await page.fill('#q', query.slice(0, 5));
      await page.locator('[data-notes] p').first().waitFor();
      expect(await injected(page), query).toBe(0);
    }
    const items = ['medication/testamine', 'medication/plainol', 'supplement/testroot', 'supplement/piece-1', drug];
    await page.goto(`${site.address}/interactions#${items.map(encodeURIComponent).join(',')}`);
    await page.locator('.findings h3').first().waitFor();
    expect(await page.locator('[data-items] li').count()).toBe(items.length);
    const unread = page.locator('[data-items] li.open');
    for (const payload of PAYLOADS) {
      await page.fill('#item', payload);
      await page.keyboard.press('Enter');
      await unread.first().waitFor();
      expect(await injected(page), payload).toBe(0);
      while ((await unread.count()) > 0) await unread.locator('button', { hasText: 'Remove' }).first().click();
    }
    await page.locator('.matrix td a').first().click();
    expect(await injected(page)).toBe(0);
    await page.goto(`${site.address}/compare#testamine,plainol,testamine-plainol`);
    await page.locator('.comparison').waitFor();
    expect(await page.locator('.comparison thead th').allTextContents()).toEqual(
      ['testamine', 'plainol', 'testamine-plainol'].map(name),
    );
    expect(await injected(page)).toBe(0);
    await page.goto(`${site.address}/medication/testamine`);
    await page.locator('#find').focus();
    await page.keyboard.insertText(PAYLOADS[0] ?? '');
    await page.locator('.suggestions:not([hidden])').waitFor();
    await page.locator('.report summary').click();
    await page.fill('#report-claim', PAYLOADS.join(' '));
    await page.fill('#report-source', PAYLOADS.join(' '));
    await page.locator('[data-report] button').click();
    await page.locator('[data-report-answer]', { hasText: 'receipt' }).waitFor();
    expect(await injected(page)).toBe(0);
  };

  it.concurrent('nothing runs, nothing is asked elsewhere, and the policy is never violated', async () => {
    const seen = await Promise.all([watch(walk), watch(act)]);
    expect(seen.flat()).toEqual([]);
  });

  it.concurrent('nothing would run without the policy either', async () => {
    const seen = await Promise.all([watch(walk, true), watch(act, true)]);
    expect(seen.flat()).toEqual([]);
  });
});

describe('answers of the service', () => {
  beforeAll(opened);
  const html = { Accept: 'text/html' };

  it('have a policy without unsafe-*, whatever their status', async () => {
    const broken = new Error('<script>hacked()</script>');
    const damaged = await testApp({ dist, assets: withDamaged('about.html', broken) });
    const answers: [number, Response][] = [
      [200, await app.ask('/medication/testamine', { headers: html })],
      [200, await app.ask('/medication/testamine.md')],
      [200, await app.ask('/changes.atom')],
      [200, await app.ask('/v1/medication/testamine')],
      [301, await app.ask('/supplement/old-piece', { headers: html })],
      [404, await app.ask('/%3Cscript%3Ehacked()%3C/script%3E', { headers: html })],
      [405, await app.ask('/about', { method: 'DELETE', headers: html })],
      [410, await app.ask('/peptide/gone-0', { headers: html })],
      [413, await app.ask('/v1/report-hallucination', postJson({ claim: 'x'.repeat(20_000) }))],
      [500, await damaged.ask('/about', { headers: html })],
    ];
    const [, forStaticHosts = ''] = /^ {2}Content-Security-Policy: (.*)$/m.exec(read('_headers')) ?? [];
    for (const [status, answer] of answers) {
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect([answer.status, policy]).toEqual([status, forStaticHosts]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe-|\*|https?:|script-src (?!'self';)/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(await answers.at(-1)?.[1].text()).not.toContain('hacked');
  });

  it('tell why a record was withdrawn in every form, as text', async () => {
    const page = await browser.newPage();
    for (const { slug, reason: written } of built.redirects.withdrawn) {
      // A refusal shows what cannot be seen.
      const reason = printable(written);
      const path = `/peptide/${slug}`;
      const { texts: shown, faults } = await page.evaluate(
        parsePage,
        await (await app.ask(path, { headers: html })).text(),
      );
      expect(missing([reason], shown.join('\n'))).toEqual([]);
      expect(faults).toEqual([]);
      const { text, links, others } = readMarkdown(await (await app.ask(`${path}.md`)).text());
      expect(missing([spaced(reason)], spaced(text))).toEqual([]);
      expect([others, links]).toEqual([[], [`${SITE}/llms.txt`]]);
      const { detail, code } = (await (await app.ask(`/v1${path}`)).json()) as { detail: string; code: string };
      expect(problems[code as 'withdrawn'].status).toBe(410);
      expect(detail).toContain(reason);
    }
    await page.close();
  });

  it('give records by their names, over REST and MCP', async () => {
    const asked = built.entries.filter(
      (entry) => !/\p{Cc}/u.test(displayName(entry)) && displayName(entry).length <= 200,
    );
    expect(asked.length).toBeGreaterThan(4);
    for (const entry of asked) {
      const answer = await app.ask(`/v1/lookup?name=${encodeURIComponent(displayName(entry))}`);
      expect(await answer.json()).toMatchObject({ data: { slug: entry.slug, profile: entry.profile } });
    }
    const [entry] = asked;
    // With all parts the text is no digest: it has every value.
    const call = { name: 'lookup_medication', arguments: { name: entry && displayName(entry), section: [...parts] } };
    const answer = await app.ask('/mcp', postJson({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }));
    const { result } = (await answer.json()) as {
      result: { content: { text: string }[]; structuredContent: Envelope };
    };
    expect(result.structuredContent.data).toMatchObject({ profile: entry?.profile });
    expect(missing(texts(entry?.profile).map(spaced), spaced(result.content[0]?.text ?? ''))).toEqual([]);
  });

  it('have a line for each text, so that none can pass for a line of ours', () => {
    const forged = '\u2028- forged\n- forged\r\n- forged\u0085- forged';
    const odd = {
      assessment_summary: forged,
      interpretation_guidance: forged,
      must_not: [forged],
      attribution: forged,
      disclaimer: forged,
      source_url: SITE,
      last_updated: TODAY,
      data: { profile: { blackBox: { warning: forged }, taperingInfo: { tier: 'critical', reason: forged } } },
    };
    expect(
      resultText(odd)
        .split(/[\n\r\u2028\u0085]/)
        .filter((line) => line.startsWith('- forged')),
    ).toEqual(
      // What is told under "must not" is a list of ours.
      [],
    );
  });
});

describe('on a terminal', () => {
  beforeAll(opened);
  const run = async (script: string, args: string[], env: Record<string, string>): Promise<string> => {
    const done = promisify(execFile)(process.execPath, [join(root, 'scripts', script), ...args], {
      cwd: root,
      env: { ...programEnv(), ...env },
    });
    const { stdout, stderr } = await done.catch((error: { stdout: string; stderr: string }) => error);
    return stdout + stderr;
  };
  const steering = (printed: string): string[] => printed.split('\n').filter((line) => invisibleIn(line));

  it('no command prints what could steer it', async () => {
    const { contentDir } = inspect('terminal', {
      records: { 'supplement/piece': supplement('piece', { whatItIs: '<b \u001b[31m\u202e', '\u009b2J': 'x' }) },
      site: mild.site,
    });
    const dataDir = join(place, 'reports');
    mkdirSync(dataDir);
    const sqlite = openSqlite({ dataDir });
    const claims = [...everything, ...unseen.map(([text]) => `a${text}b`), 'two\nlines'];
    const reports = createReports(sqlite.query);
    const distinct = claims.map((claim, at) => `${claim} №${at}`);
    const receivedAt = `${TODAY}T12:00:00.000Z`;
    await Promise.all(distinct.map((claim) => reports.add({ claim, notes: claim }, { receivedAt })));
    await sqlite.close();
    const labels = join(place, 'labels');
    mkdirSync(labels);
    writeFileSync(join(labels, 'a.json'), JSON.stringify({ set_id: '\u001b[31m', effective_time: '20300101' }));

    const [checked, listed, exported, compared] = await Promise.all([
      run('check.ts', [], { CONTENT_DIR: contentDir }),
      run('reports.ts', ['list'], { DATA_DIR: dataDir }),
      run('reports.ts', ['export'], { DATA_DIR: dataDir }),
      run('labels.ts', [labels], { CONTENT_DIR: contentDir }),
    ]);
    for (const printed of [checked, listed, exported, compared]) expect(steering(printed)).toEqual([]);
    expect(checked).toContain('\\u{9b}2J');
    // Its head, and which database it is.
    expect(listed.trimEnd().split('\n')).toHaveLength(distinct.length + 2);
    const lines = exported
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('Database: '))
      .map((line) => JSON.parse(line));
    expect(lines.map(({ claim }) => claim).toSorted()).toEqual(distinct.toSorted());
  });

  it('no error of a command says what could steer it', () => {
    const { message } = new MassDeletion(['medication/\u001b[31m'], 1);
    expect(steering(message)).toEqual([]);
    expect(message).toMatch(/u\{1b\}\[31m/);
  });

  it('no line of the log has what could steer it', () => {
    const lines: string[] = [...logged];
    const log = lineLog((line) => lines.push(`${line}\n`));
    for (const text of everything) log.fault({ id: '1', fault: text });
    expect(steering(lines.join(''))).toEqual([]);
    expect(
      lines
        .join('')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).fault ?? ''),
    ).toContain(everything.at(-1));
  });

  it('there is no table for a spreadsheet, where a text could begin a formula', () => {
    expect(existsSync(dist)).toBe(true);
    const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => /\.(?:csv|tsv|xlsx?)$/.test(name))).toEqual([]);
  });
});
