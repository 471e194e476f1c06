import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../src/build/options.ts';
import { entryOf } from '../../src/catalog/authored.ts';
import type { Catalog } from '../../src/catalog/catalog.ts';
import { termsOf } from '../../src/catalog/load.ts';
import { prosePageNames, readProseFile } from '../../src/catalog/prose-pages.ts';
import type { Terms } from '../../src/interactions/vocabulary.ts';
import type { Entry } from '../../src/records/entry.ts';
import type { Kind } from '../../src/schema/kinds.ts';
import type { ContentRecord } from '../../src/schema/types.ts';
import { SITE, TODAY } from './day-and-site.ts';
import { words } from './lists.ts';
import { supplement } from './small-catalog.ts';

// Not from ./build.ts: this file is read by a process without vitest, too.
const fixtures = join(import.meta.dirname, '../fixtures');
type Texts = Record<'allowed' | 'markup', string[]> & Record<'unseen' | 'unwritable', Record<string, string>>;
// Read, not imported: half a character is no JSON to Vite.
const pieces = JSON.parse(readFileSync(join(fixtures, 'hostile.json'), 'utf8')) as Texts;

/** Texts that mean something to one format or another, and that the rules of content let pass. */
export const allowed: readonly string[] = pieces.allowed;
/** Texts that are markup: the rules refuse them in a record, and the renderers must stand without the rules. */
export const markup: readonly string[] = pieces.markup;
/** Characters that cannot be seen, with the code that the refusal names. */
export const unseen = Object.entries(pieces.unseen).map(([code, text]) => [text, code] as const);
/** The same, of a kind that HTML, XML or UTF-8 cannot hold at all. */
export const unwritable = Object.entries(pieces.unwritable).map(([code, text]) => [text, code] as const);

/** What can be built and read back, if nothing is refused. */
export const everything: readonly string[] = [...allowed, ...markup, ...unseen.map(([text]) => `a${text}b`)];

export interface HostileCatalog {
  records: Record<string, Record<string, unknown>>;
  site: Record<string, unknown>;
  corrections: Record<string, unknown>[];
  redirects: Catalog['redirects'];
  classes: Record<string, unknown>[];
  substances: Record<string, unknown>[];
}

/** The pieces several at a time, for names: a page and a picture for each piece would take long to build. */
export const together = (pieces: readonly string[], size = 8): string[] =>
  Array.from({ length: Math.ceil(pieces.length / size) }, (_, at) =>
    pieces.slice(at * size, (at + 1) * size).join(' '),
  );

/**
 * The fullest records with a text of its own in the place of every free text: it begins with one piece, ends with
 * another, and has a number between. For each of `names` there is a supplement besides that has it as its name.
 */
export function hostileCatalog(pieces: readonly string[], names: readonly string[] = pieces): HostileCatalog {
  let count = 0;
  const text = (): string => {
    count += 1;
    return `${pieces[count % pieces.length]} №${count} ${pieces[(count * 7 + 3) % pieces.length]}`;
  };
  const named = (piece: string): string => `${piece} №${++count} ${piece}`;
  // The text of an interaction is read by a grammar that knows brackets.
  const classes = pieces
    .filter((piece) => !/[()]/.test(piece))
    .slice(0, 12)
    .map((piece, at) => ({
      id: at === 0 ? 'nsaids' : `class-${at}`,
      name: named(piece),
      kind: 'class',
      description: `${text()}, one of the classes.`,
      synonyms: [text()],
      everyday: [text()],
      heading: at + 1,
      members: ['plainol', 'testroot'],
      source: { text: text() },
    }));
  let asked = 0;
  const target = (): string => classes[asked++ % classes.length]?.name as string;

  const poisoned = (value: unknown, key = ''): unknown => {
    // An effect without a sentence leaves the text of an interaction as it is.
    if (key === 'effects') return ['other'];
    if (Array.isArray(value)) return value.map((item) => poisoned(item, key));
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => name !== 'mechanism')
          .map(([name, inner]) => [name, KEPT.has(name) || areIds(name, inner) ? inner : poisoned(inner, name)]),
      );
    if (typeof value !== 'string') return value;
    return key === 'drug' || key === 'item' ? target() : text();
  };
  const full = (ref: string) => {
    const record = parse(readFileSync(join(fixtures, 'full', `${ref}.yaml`), 'utf8'));
    const changes = [{ date: TODAY, text: text() }, ...(poisoned(record.changes) as object[])];
    return { ...(poisoned(record) as object), changes };
  };
  const refs = words`
    medication/plainol medication/testamine medication/testamine-plainol supplement/testroot peptide/testide`;
  const small = names.map((piece, at) => {
    const record = supplement(`piece-${at}`, {
      name: named(piece),
      subtitle: text(),
      category: named(piece),
      fdaStatus: text(),
      whatItIs: text(),
    });
    return [`supplement/piece-${at}`, { ...record, names: { synonyms: [named(piece)] } }] as const;
  });
  const records = Object.fromEntries([...refs.map((ref) => [ref, full(ref)] as const), ...small]);
  const twoTexts = () => [text(), text()];
  return {
    records,
    site: {
      name: named('</title><script>hacked()</script>'),
      summary: named('" onmouseover="hacked()'),
      description: text(),
      siteUrl: SITE,
      attribution: named('[x](javascript:hacked())'),
      disclaimer: named('<img src=x onerror=hacked()>'),
      contact: { email: 'editors@materia.test' },
      securityContact: { email: 'security@materia.test', expires: '2027-11-01' },
      helpLines: [{ for: 'poisoning', name: named('<b onclick=hacked()>'), number: '1-800-222-1222', note: text() }],
      terms: pieces.slice(0, 20).map(named),
      crawlDelay: 2,
    },
    corrections: pieces.map((piece, at) => {
      const [finding, change] = twoTexts();
      return {
        id: `r-${at}`,
        date: TODAY,
        kind: 'medication',
        slug: 'testamine',
        claim: named(piece),
        finding,
        change,
      };
    }),
    redirects: {
      renamed: [{ kind: 'supplement', from: 'old-piece', to: 'piece-0', date: TODAY }],
      withdrawn: names.map((piece, at) => ({ kind: 'peptide', slug: `gone-${at}`, date: TODAY, reason: named(piece) })),
    },
    classes,
    substances: [{ name: text(), kind: 'drug', synonyms: [text()] }],
  };
}

/** Fields that are no free text. */
const KEPT = new Set(
  'version lastReviewed id unii rxcui costPeriod tier vteRisk risk biasRisk link medId type url date setId effective color'
    .split(' ')
    .concat('supports', 'classes', 'substances'),
);

/** Of a statement, `sources` are ids; of a record they are the sources themselves, with texts. */
const areIds = (name: string, value: unknown): boolean =>
  name === 'sources' && Array.isArray(value) && value.every((one) => typeof one === 'string');

const BAD_LINK = 'javascript:hacked()//https://';

/** The prose pages of our own content. */
const ownPages = () =>
  Object.fromEntries(
    prosePageNames.map((name) => {
      const path = join(root, 'content/pages', `${name}.md`);
      return [name, readProseFile(path, path).page];
    }),
  );

/** A catalog as if no rule had looked at it, with links and a colour that the schemas refuse as well. */
export function unchecked(hostile: HostileCatalog): { catalog: Catalog; terms: Terms } {
  const entries = Object.entries(hostile.records).map(([ref, record]) => {
    const [kind, slug] = ref.split('/') as [Kind, string];
    const written = structuredClone(record) as unknown as ContentRecord;
    return { ...entryOf(written, { kind, slug }, new Map()), file: `${ref}.yaml`, digest: ref } as Entry;
  });
  const medication = entries.find(({ slug }) => slug === 'testamine') as Extract<Entry, { kind: 'medication' }>;
  const { metabolicAlternatives, specialPopulations, clinicalTrials } = medication.profile;
  for (const one of [
    ...(metabolicAlternatives?.interventions ?? []),
    ...(metabolicAlternatives?.studies ?? []),
    ...(clinicalTrials?.trialLinks ?? []),
  ])
    one.link = BAD_LINK;
  for (const source of medication.sources) source.url = BAD_LINK;
  for (const group of Object.values(specialPopulations ?? {})) group.color = 'constructor';
  const catalog = {
    entries,
    site: { ...hostile.site, baseUrl: SITE },
    vocabulary: {
      mostUsed: [],
      classes: hostile.classes.map((one) => ({ parents: [], ...one })),
      substances: hostile.substances,
      knownNames: '',
      rxnorm: '',
      confusable: [[hostile.classes[0]?.name, hostile.classes[1]?.name]],
      confusableExcused: [],
      labelExceptions: [],
      effects: [
        {
          id: 'constructor',
          name: hostile.classes[0]?.name,
          both: 'a',
          follows: 'b',
          plain: 'c',
          signs: [],
          help: 'now',
          usually: 'd',
          classes: ['constructor'],
          sources: [],
        },
      ],
      guidance: { sources: [], pairs: [] },
      questions: { empty: [], plain: [], sections: [], fixed: [], comparing: [], kinds: [], everyday: [] },
    },
    redirects: hostile.redirects,
    corrections: hostile.corrections,
    pages: ownPages(),
    ledger: {
      files: Object.fromEntries(
        hostile.redirects.withdrawn.map(({ kind, slug }) => [
          `${kind}/${slug}.md`,
          { sha256: '0', date: '2026-01-01' },
        ]),
      ),
      changes: [],
    },
  } as unknown as Catalog;
  const { terms, vocabulary } = termsOf(catalog);
  return { catalog: { ...catalog, vocabulary }, terms };
}

/** A page of prose that tries everything. */
export const hostilePage = `---
title: '"><script>hacked()</script> {name}'
description: "About {attribution} #: - \\" onmouseover=hacked()"
---

Text of {name} and **{disclaimer}**, {constructor} {__proto__}.

<script>hacked()</script>

<img src=x onerror=hacked()> [one](javascript:hacked()) [two](JaVaScRiPt:hacked())
[three](data:text/html,<script>hacked()</script>) [four](//evil.test) [five][bad] <javascript:hacked()>
![six](https://evil.test/x.png) ![seven](javascript:hacked()) [eight]( javascript&colon;hacked())

## Same
## Same
## 💊

[bad]: vbscript:hacked()
`;
