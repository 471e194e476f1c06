import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CacheStore, openCache } from '../../src/build/cache-store.ts';
import { root } from '../../src/build/options.ts';
import { pageBundle } from '../../src/build/page-bundle.ts';
import { type Cache, noCache } from '../../src/catalog/cache.ts';
import { loadCatalog } from '../../src/catalog/load.ts';
import { makeEdition } from '../../src/publish/edition.ts';
import { namedFiles, publishedFiles } from '../../src/publish/publish.ts';
import { functionData } from '../../src/publish/v1.ts';
import type { Redirects } from '../../src/schema/types.ts';
import { createMemo, type Memo } from '../../src/text/memo.ts';
import { digestsBelow, SITE, secondsOf, TODAY } from '../support/build.ts';
import { words } from '../support/lists.ts';
import { copyProject } from '../support/project-copy.ts';
import { runScript } from '../support/run-script.ts';
import { medication, peptide, type SmallCatalog, supplement, writeCatalog } from '../support/small-catalog.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const replaceIn = (file: string, change: (text: string) => string): void => {
  const before = readFileSync(file, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
};

describe('the build cache', () => {
  let folder = '';
  const said: string[] = [];
  const open = (): CacheStore => openCache({ folder, say: (line) => said.push(line) });
  const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString();
  beforeAll(() => {
    folder = temporaryFolder();
    const store = open();
    store.at('page', ['a', 'b']).put(Buffer.from('of a and b'));
    store.close();
  });

  it('finds an entry by its stage and inputs, and by no others', () => {
    const store = open();
    expect(text(store.at('page', ['a', 'b']).value)).toBe('of a and b');
    for (const inputs of [['a'], ['ab'], ['b', 'a'], ['a', 'b', ''], ['', 'a', 'b'], ['a\0', 'b']])
      expect(store.at('page', inputs).value).toBeUndefined();
    expect(store.at('image', ['a', 'b']).value).toBeUndefined();
    store.close();
    expect(said).toEqual([]);
  });

  it('does not give an entry of which a byte differs', () => {
    const file = join(folder, 'build.sqlite');
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('of a and b')] = 'O'.charCodeAt(0);
    writeFileSync(file, bytes);
    const store = open();
    expect(store.at('page', ['a', 'b']).value).toBeUndefined();
    store.at('page', ['a', 'b']).put(Buffer.from('again'));
    expect(text(store.at('page', ['a', 'b']).value)).toBe('again');
    store.close();
  });

  it.each([
    ['no database', () => Buffer.from('x'.repeat(5000))],
    ['a part', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 7)])],
  ])('is replaced where the file is %s, and that is said', (_, spoil) => {
    const file = join(folder, 'build.sqlite');
    writeFileSync(file, spoil(readFileSync(file)));
    said.length = 0;
    const store = open();
    expect(store.at('page', ['a', 'b']).value).toBeUndefined();
    store.at('page', ['a', 'b']).put(Buffer.from('anew'));
    store.close();
    expect(said).toEqual([expect.stringContaining('is damaged or not ours')]);
    const next = open();
    expect(text(next.at('page', ['a', 'b']).value)).toBe('anew');
    next.close();
  });

  it('is nothing where the folder cannot be written, and that is said once', () => {
    said.length = 0;
    const store = openCache({ folder: join(folder, 'build.sqlite', 'below'), say: (line) => said.push(line) });
    store.at('page', ['a']).put(Buffer.from('a'));
    expect(store.at('page', ['a']).value).toBeUndefined();
    store.close();
    expect(said).toEqual([expect.stringContaining('the build goes on without it')]);
  });

  it('is replaced where another version wrote it', () => {
    const file = join(temporaryFolder(), 'build.sqlite');
    const other = new DatabaseSync(file);
    other.exec("CREATE TABLE kept (key TEXT); CREATE TABLE format (name TEXT); INSERT INTO format VALUES ('kept 1')");
    other.close();
    const lines: string[] = [];
    const store = openCache({ folder: dirname(file), say: (line) => lines.push(line) });
    store.at('page', ['a']).put(Buffer.from('a'));
    expect(text(store.at('page', ['a']).value)).toBe('a');
    store.close();
    expect(lines).toEqual([expect.stringContaining('another version wrote it')]);
  });

  it('drops what was used longest ago beyond its limit, and nothing that the build asked for', () => {
    const place = temporaryFolder();
    const session = (names: readonly string[], limit: number): void => {
      const store = openCache({ folder: place, limit, say: () => expect.unreachable() });
      for (const name of names)
        if (store.at('page', [name]).value === undefined) store.at('page', [name]).put(Buffer.alloc(1000));
      store.close();
    };
    const has = (name: string): boolean => {
      const store = openCache({ folder: place, say: () => expect.unreachable() });
      const { value } = store.at('page', [name]);
      store.close();
      return value !== undefined;
    };
    session(['a', 'b', 'c', 'd'], 10_000);
    session(['a', 'e'], 3000);
    expect(['a', 'b', 'c', 'd', 'e'].filter(has)).toEqual(['a', 'd', 'e']);
    session(['a', 'd', 'e'], 500);
    expect(['a', 'd', 'e'].filter(has)).toEqual(['a', 'd', 'e']);
  });

  it('serves two builds at once', () => {
    const [one, other] = [open(), open()];
    one.at('page', ['one']).put(Buffer.from('1'));
    other.at('page', ['other']).put(Buffer.from('2'));
    one.close();
    other.close();
    const store = open();
    expect([text(store.at('page', ['one']).value), text(store.at('page', ['other']).value)]).toEqual(['1', '2']);
    store.close();
  });
});

it('the bundle of the pages is taken from the cache, of the same site alone', async () => {
  const bundle = { modules: new Map(), assets: new Map(), styles: new Map(), notices: [] };
  const asked: string[] = [];
  const at: Cache['at'] = (stage, inputs) => {
    asked.push([stage, ...inputs].join(' '));
    return { ...noCache.at(stage, inputs), value: serialize(bundle), put: () => expect.unreachable() };
  };
  const of = (siteUrl: string) => pageBundle({ siteUrl, work: '/nowhere', cache: { at } }).bundle;
  expect(await of('https://a.test')).toEqual(bundle);
  await of('https://b.test');
  expect(asked.every((one) => one.startsWith('bundle '))).toBe(true);
  expect(new Set(asked).size).toBe(2);
});

describe('the memo of a process', () => {
  const told: string[] = [];
  const memo = createMemo((place) => told.push(place));
  const madeAnew = <T>(make: () => T): [T, string[]] => {
    told.length = 0;
    return [make(), [...told]];
  };

  it('is what was made of the very same things', () => {
    const [one, other] = [{}, {}];
    const first = memo.compute('place', [one, 'a', Number.NaN], () => [1]);
    expect(madeAnew(() => memo.compute('place', [one, 'a', Number.NaN], () => [2]))).toEqual([first, []]);
    for (const inputs of [[other, 'a', Number.NaN], [other, 'a'], [other], [one, 'a', Number.NaN]])
      expect(madeAnew(() => memo.compute('place', inputs, () => inputs.length))).toEqual([inputs.length, ['place']]);
  });

  it.each([
    { value: { a: 1, b: [{ c: 'd' }] }, different: { b: [{ c: 'd' }], a: 1 } },
    { value: [1, 2], different: [2, 1] },
    { value: [1], different: [1, undefined] },
    { value: { a: undefined }, different: {} },
    { value: { a: {} }, different: { a: [] } },
    { value: new Map([[1, 2]]), different: new Map([[1, 3]]) },
    { value: null, different: {} },
  ])('stands where it would be written alike: $value and not $different', ({ value, different }) => {
    const first = memo.same('value', value);
    expect(madeAnew(() => memo.same('value', structuredClone(value)))).toEqual([first, []]);
    expect(memo.same('value', structuredClone(value))).toBe(first);
    expect(madeAnew(() => memo.same('value', different))[1]).toEqual(['value']);
  });

  it('stands value by value, and as a whole where all of them do', () => {
    const mapOf = (...entries: [string, number][]) => new Map(entries.map(([key, of]) => [key, { of }]));
    const first = memo.sameEach('map', mapOf(['a', 1], ['b', 2]));
    expect(memo.sameEach('map', structuredClone(first))).toBe(first);
    const [second, anew] = madeAnew(() => memo.sameEach('map', mapOf(['b', 2], ['a', 3])));
    expect(anew).toEqual(['map']);
    expect([...second]).toEqual([...mapOf(['b', 2], ['a', 3])]);
    expect(second.get('b')).toBe(first.get('b'));
    expect([...memo.sameEach('map', mapOf(['a', 3], ['b', 2])).keys()]).toEqual(['a', 'b']);
    expect([...memo.sameEach('map', mapOf(['b', 2])).keys()]).toEqual(['b']);
  });
});

/** A catalog as it stands after some edits. */
interface Draft extends SmallCatalog {
  records: Record<string, Record<string, unknown>>;
  redirects: Redirects;
  site: Record<string, unknown>;
}
interface World {
  draft: Draft;
  today: string;
  siteUrl: string;
}

const profileOf = (record: Record<string, unknown>): Record<string, unknown> => record.profile as never;
const first = (draft: Draft, at: number): string =>
  Object.keys(draft.records)[at % Object.keys(draft.records).length] as string;

/** What an author does, each told by a number. */
const edits: Record<string, (world: World, number: number) => void> = {
  text: ({ draft }, n) => {
    const profile = profileOf(draft.records[first(draft, n)] as never);
    profile[profile.whatItIs ? 'whatItIs' : 'drugClass'] = `Changed to ${n}.`;
  },
  name: ({ draft }, n) => {
    (draft.records[first(draft, n)] as { names: object }).names = { brands: [`Brand${'abcdefghij'[n % 10]}ix`] };
  },
  substance: ({ draft }, n) => {
    const [one, other] = [first(draft, n), first(draft, n + 1)].map(
      (ref) => draft.records[ref] as Record<string, unknown>,
    );
    if (one && other) one.substances = other.substances;
  },
  interaction: ({ draft }, n) => {
    const target = (draft.records[first(draft, n + 1)] as { substances: string[] }).substances[0];
    const record = draft.records['medication/aaxol'];
    if (record) profileOf(record).drugInteractions = { major: [{ drug: target, effect: `Effect ${n}.` }] };
    if (record) (record.supports as Record<string, string[]>).drugInteractions = ['label'];
  },
  effect: ({ draft }, n) => {
    draft.effects = [
      {
        id: 'harm',
        name: `Harm ${n}`,
        both: `harm ${n} times`,
        follows: `harm number ${n} becomes more likely`,
        plain: `Harm ${n} can be serious.`,
        signs: [`sign ${n}`],
        help: 'now',
        sources: [{ title: 'A text on harm', url: 'https://example.org/harm' }],
      },
    ];
    const record = draft.records['medication/aaxol'];
    if (record)
      profileOf(record).drugInteractions = { major: [{ drug: 'yystat', effects: ['harm'], mechanism: 'additive' }] };
    if (record) (record.supports as Record<string, string[]>).drugInteractions = ['label'];
  },
  guidance: ({ draft }, n) => {
    const [id, title, url] = ['text', 'A text on both', 'https://example.org/both'];
    draft.guidance = {
      sources: [{ id, type: 'guideline', title, url }],
      pairs: [
        {
          id: 'aaxol-zzolols',
          pair: ['aaxol', 'zzolols'],
          action: n % 2 ? 'avoid' : 'monitor',
          severity: 'major',
          effect: 'other',
          text: `Asked for ${n} times.`,
          source: id,
        },
      ],
    };
  },
  product: ({ draft }, n) => {
    const [one, other] = [first(draft, n), first(draft, n + 1)].map(
      (ref) => draft.records[ref] as { substances: string[] },
    );
    if (one && other) one.substances = [...new Set([...one.substances, ...other.substances])];
  },
  ofClass: ({ draft }, n) => {
    (draft.records[first(draft, n)] as { classes: string[] }).classes = n % 2 ? ['zzolols'] : [];
  },
  classInteraction: ({ draft }, n) => {
    const record = draft.records['supplement/ccroot'];
    if (!record) return;
    profileOf(record).interactions = [{ drug: 'Zzolols', risk: 'High', note: `Note ${n}.` }];
    (record.supports as Record<string, string[]>).interactions = ['label'];
  },
  relative: ({ draft }, n) => {
    const record = draft.records['supplement/ccroot'];
    const medId = ['aaxol', 'bbrin'][n % 2];
    if (record) profileOf(record).relatedMedications = [{ medId, relationship: `Goes with it ${n % 5}` }];
    if (record) (record.supports as Record<string, string[]>).relatedMedications = ['label'];
  },
  sentence: ({ draft }, n) => {
    const profile = profileOf(draft.records[first(draft, n)] as never);
    profile[profile.whatItIs ? 'whatItIs' : 'drugClass'] =
      `No one has yet said why number ${n % 4} works as it does, though many have looked for it in animals and in people.`;
  },
  add: ({ draft }, n) => {
    draft.records[`peptide/new${n % 3}ide`] = peptide(`new${n % 3}ide`);
  },
  withdraw: ({ draft }, n) => {
    const [kind = '', slug = ''] = (
      Object.keys(draft.records).find((ref) => ref.startsWith('peptide/new')) ?? ''
    ).split('/');
    if (!slug) return;
    delete draft.records[`${kind}/${slug}`];
    draft.redirects.withdrawn = [{ kind: 'peptide', slug, date: '2026-11-01', reason: `Reason ${n}` }] as never;
  },
  site: ({ draft }, n) => {
    draft.site = { ...draft.site, [n % 2 ? 'name' : 'disclaimer']: `Site ${n}` };
  },
  address: (world, n) => {
    world.siteUrl = `https://s${n}.test`;
  },
  day: (world, n) => {
    world.today = `2026-12-${String(1 + (n % 28)).padStart(2, '0')}`;
  },
};

const aWorld = (): World => ({
  today: '2026-11-21',
  siteUrl: SITE,
  draft: {
    records: {
      'medication/aaxol': medication('aaxol'),
      'medication/bbrin': medication('bbrin'),
      'supplement/ccroot': supplement('ccroot'),
    },
    redirects: { renamed: [], withdrawn: [] },
    site: {},
  },
});

/** Others reach a record, and stop reaching it, by what it is. */
const JOINING: [name: string, number: number][] = [
  ['classInteraction', 1],
  ['ofClass', 3],
  ['interaction', 0],
  ['product', 2],
  ['ofClass', 0],
  ['substance', 0],
];

/** What a named effect and guidance say is told in every record that they reach. */
const TOLD: [name: string, number: number][] = [
  ['ofClass', 1],
  ['effect', 1],
  ['effect', 2],
  ['guidance', 1],
  ['guidance', 2],
];

const anEdit = fc.tuple(fc.constantFrom(...Object.keys(edits)), fc.nat({ max: 50 }));

describe('a catalog edited in any order', () => {
  it.each(Object.keys(edits))('stays sound where its %s is edited', (name) => {
    const world = aWorld();
    edits.add?.(world, 1);
    edits[name]?.(world, 1);
    expect(published(world)).toMatchObject({ files: expect.anything() });
  });

  it('is published byte for byte as if nothing had been cached', () => {
    const store = openCache({ folder: temporaryFolder(), say: () => {} });
    // As a dev server does it: one folder, read again and again.
    const [place, memo] = [temporaryFolder(), createMemo()];
    fc.assert(
      fc.property(fc.array(anEdit, { minLength: 1, maxLength: 6 }), (sequence) => {
        const world = aWorld();
        for (const [name, number] of sequence) {
          edits[name]?.(world, number);
          const expected = published(world);
          expect(published(world, { cache: store })).toEqual(expected);
          expect(published(world, { memo, contentDir: place })).toEqual(expected);
        }
      }),
      { numRuns: 10, examples: [[JOINING], [TOLD]] },
    );
    store.close();
  });
});

const CLASSES = [
  {
    id: 'zzolols',
    name: 'Zzolols',
    kind: 'class',
    description: 'A class of medicines that nobody makes.',
    sameKind: 'moderate',
    members: ['bbrin', 'yystat'],
    source: { text: 'No one, 2026' },
  },
];
const KNOWN_NAMES = 'aaxol\taaxolin|aaxolax\nbbrin + zzmide\tbbzide\nyyvastatin\tyystat\tyyvastatin calcium\n';

/** Every file that is no page, or what is wrong with the catalog. */
function published(
  { draft, today, siteUrl }: World,
  { cache, memo, contentDir = temporaryFolder() }: { cache?: Cache; memo?: Memo; contentDir?: string } = {},
): unknown {
  try {
    writeCatalog(contentDir, draft);
    // Ours are tens of thousands, and the same in each of these catalogs.
    mkdirSync(join(contentDir, 'vocabulary'), { recursive: true });
    writeFileSync(join(contentDir, 'vocabulary/known-names.tsv'), KNOWN_NAMES);
    writeFileSync(join(contentDir, 'vocabulary/classes.yaml'), JSON.stringify(CLASSES));
    const options = {
      contentDir,
      defaultsDir: join(root, 'content'),
      schemaDir: join(root, 'src/schema'),
      siteUrl,
      today,
      cache,
      memo,
    };
    const { edition, ledger } = makeEdition(loadCatalog(options), today, cache, memo);
    return { ledger, files: publishedFiles(edition, new Map(), cache).map(({ path, body }) => [path, body]) };
  } catch (error) {
    return (error as Error).message.replaceAll(contentDir, '');
  } finally {
    rmSync(contentDir, { recursive: true, force: true });
  }
}

describe('a catalog that one process reads after each save', () => {
  const contentDir = temporaryFolder();
  const told: string[] = [];
  const memo = createMemo((place) => told.push(place));
  const save = (file: string, change: (text: string) => string): string[] => {
    replaceIn(join(contentDir, file), change);
    return madeAnew();
  };
  const madeAnew = (): string[] => {
    told.length = 0;
    const options = { contentDir, defaultsDir: join(root, 'content'), schemaDir: join(root, 'src/schema'), memo };
    makeEdition(loadCatalog({ ...options, siteUrl: SITE }), '2026-11-21', undefined, memo);
    return told.toSorted();
  };
  beforeAll(() => {
    cpSync(join(root, 'tests/fixtures/full'), contentDir, { recursive: true });
    madeAnew();
  });
  const ofRecord = [
    ...words('check companion effects entry inputs kin member names named said summary targets'),
    'with products',
  ];

  it('is not made anew where nothing was saved', () => {
    expect(madeAnew()).toEqual([]);
  });

  it('is made anew as far as a text goes: its own record', () => {
    const made = save('medication/plainol.yaml', (text) =>
      text.replace('- Plain soreness', '- Plain soreness at night'),
    );
    expect(made).toEqual(ofRecord.map((place) => `${place} medication/plainol`).toSorted());
  });

  it('is made anew wherever a documented interaction is told', () => {
    const made = save('medication/testamine.yaml', (text) =>
      text.replace(/Testamine can cause \S*/, 'Testamine can cause much'),
    );
    expect(made).toContain('companion medication/testamine');
    expect(made.filter((place) => !/ (?:medication|supplement)\/test/.test(place))).toEqual([]);
  });

  it('is read anew as a whole where a record has another name', () => {
    const made = save('medication/plainol.yaml', (text) =>
      text.replace('genericName: Plainol', 'genericName: Plainolissimo'),
    );
    expect(made).toEqual(expect.arrayContaining(['terms', 'names', 'targets medication/testamine']));
  });

  it('writes no file that nobody asks for', () => {
    const asked: string[] = [];
    const at: Cache['at'] = (stage, inputs) => {
      asked.push(stage);
      return noCache.at(stage, inputs);
    };
    const options = { contentDir, defaultsDir: join(root, 'content'), schemaDir: join(root, 'src/schema') };
    const { edition } = makeEdition(loadCatalog({ ...options, siteUrl: SITE }), '2026-11-21');
    const files = namedFiles(edition, new Map(), { cache: { at }, data: functionData(edition) });
    expect(asked).toEqual([]);
    expect(files.find(({ path }) => /^class\/[a-z-]+\.md$/.test(path))?.body).toContain('canonical:');
    expect(asked).toEqual([]);
  });
});

/** Edits of a project and its content, each one that pages show. */
const projectEdits: Record<
  string,
  (place: { project: string; content: string; env: Record<string, string> }, n: number) => void
> = {
  record: ({ content }, n) =>
    replaceIn(join(content, 'medication/testamine.yaml'), (text) =>
      text.replace(/Testamine can cause \S*/, `Testamine can cause${n} bleeding`),
    ),
  supplement: ({ content }, n) =>
    replaceIn(join(content, 'supplement/testroot.yaml'), (text) => text.replace('The dried root', `$& ${n}`)),
  vocabulary: ({ project }, n) =>
    replaceIn(join(project, 'content/vocabulary/classes.yaml'), (text) =>
      text.replace(/description: >-\n {4}/, `$&In ${n} words. `),
    ),
  className: ({ project }, n) =>
    replaceIn(join(project, 'content/vocabulary/classes.yaml'), (text) =>
      text.replace(/(- id: anticoagulants\n {2}name: \w+)/, `$1 of ${n}`),
    ),
  site: ({ project }, n) =>
    replaceIn(join(project, 'content/site.yaml'), (text) => text.replace('Educational reference data', `$& ${n}`)),
  template: ({ project }, n) =>
    replaceIn(join(project, 'src/components/frame/Layout.astro'), (text) =>
      text.replace('<html lang="en"', `<html lang="en" data-n${n}`),
    ),
  style: ({ project }, n) =>
    replaceIn(join(project, 'src/styles/base.css'), (text) => `${text}\n.n${n} { order: ${n} }\n`),
  icon: ({ project }, n) =>
    replaceIn(join(project, 'public/icon.svg'), (text) => text.replace('</svg>', `<!-- ${n} --></svg>`)),
  script: ({ project }, n) =>
    replaceIn(join(project, 'src/client/page.ts'), (text) => `${text}\ndocument.documentElement.dataset.n = '${n}';\n`),
  wording: ({ project }, n) =>
    replaceIn(join(project, 'src/profile/medication.ts'), (text) => text.replace("pregnancy: 'Pregnancy", `$& ${n}`)),
  dependency: ({ project }, n) =>
    replaceIn(join(project, 'package-lock.json'), (text) =>
      text.replace(/"version": "[\d.]+[^"]*"/, `"version": "1.1.0-${n}"`),
    ),
  address: ({ env }, n) => {
    env.SITE_URL = `https://s${n}.test`;
  },
  day: ({ env }, n) => {
    // A day that the clock has not reached would be refused.
    env.SOURCE_DATE_EPOCH = String(Date.parse('2026-11-20') / 1000 - 86_400 * n);
  },
  rename: ({ content }, n) => {
    const [from = ''] = readdirSync(join(content, 'medication')).filter((name) => name.startsWith('plainol'));
    const slug = from.slice(0, -5);
    renameSync(join(content, 'medication', from), join(content, `medication/plainol-${n}.yaml`));
    const file = join(content, 'redirects.yaml');
    writeFileSync(
      file,
      `renamed:\n  - { kind: medication, from: ${slug}, to: plainol-${n}, date: "2026-11-21" }\nwithdrawn: []\n`,
    );
  },
};

it('a project edited in any order builds byte for byte as if it had never been built', () => {
  const place = temporaryFolder();
  const [project, content, cache] = [join(place, 'project'), join(place, 'content'), join(place, 'cache')];
  copyProject(project);
  cpSync(join(root, 'tests/fixtures/full'), content, { recursive: true });
  cpSync(join(root, 'tests/fixtures/small-vocabulary'), join(project, 'content/vocabulary'), { recursive: true });
  const env: Record<string, string> = { SITE_URL: SITE, SOURCE_DATE_EPOCH: secondsOf(TODAY) };
  const build = (cacheDir: string, out: string): unknown => {
    const outDir = join(place, out);
    const told = { CONTENT_DIR: content, OUT_DIR: outDir, CACHE_DIR: cacheDir, ALLOW_MASS_DELETION: '1' };
    const { status, output } = runScript('build', [], { project, cwd: project, env: { ...env, ...told } });
    return status === 0 ? digestsBelow(outDir) : output;
  };
  const ledger = join(content, 'ledger.json');
  expect(typeof build(cache, 'reusing')).toBe('object');
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...Object.keys(projectEdits)), { minLength: 2, maxLength: 2 }),
      fc.nat({ max: 20 }),
      (names, number) => {
        let before = '';
        let reusing: unknown;
        for (const name of names) {
          projectEdits[name]?.({ project, content, env }, number);
          before = readFileSync(ledger, 'utf8');
          reusing = build(cache, 'reusing');
        }
        writeFileSync(ledger, before);
        expect(reusing).toEqual(build('none', 'cold'));
      },
    ),
    { numRuns: 1, endOnFailure: true },
  );
}, 300_000);
