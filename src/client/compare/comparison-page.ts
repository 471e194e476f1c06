/** The comparison: two to four medications, read from their static files. */

import { verdicts } from '../../figures/verdicts.ts';
import { firstSentences } from '../../text/sentences.ts';
import { type CheckedItem, checkPairs, fragmentOf, type Pair } from '../checker/checked-pairs.ts';
import { pageWords } from '../checker/page-words.ts';
import { el, find, recordHref, toneIcon } from '../dom.ts';
import { nameIn, startItemList } from '../item-list.ts';
import { nameOf } from '../names/name-client.ts';
import { nameNotes } from '../names/name-notes.ts';
import { interactionsOf, medicationOf } from '../record-files.ts';
import { type Column, comparison } from './comparison-table.ts';
import { sharedRates } from './shared-rates.ts';

interface Compared extends Column {
  subject: CheckedItem;
}

export function startComparison(): void {
  const answer = find('[data-answer]');
  startItemList<Compared>({
    form: find<HTMLFormElement>('[data-compare]'),
    most: 4,
    kind: 'medication',
    resolve,
    nameOf: ({ name }) => name,
    addressOf: ({ slug }) => slug,
    nameAt: (part) => (part.includes('/') ? part : `medication/${part}`),
    label: ({ slug, name }) => el('a', { href: recordHref({ type: 'medication', slug }) }, name),
    show: (columns) => {
      const subjects = columns.map(({ subject }) => subject);
      const pairs = checkPairs(subjects, pageWords());
      answer.replaceChildren(
        ...(columns.length > 1 ? [together(pairs), ...sharedRates(columns), comparison(columns)] : []),
      );
    },
  });
}

async function resolve(query: string): Promise<{ item?: Compared; notes: string[] }> {
  const [, named] = MEDICATION.exec(query) ?? [];
  // An address says which record it is: its files alone are needed, not the names of the world.
  const direct = named && (await compared(named, query).catch(() => undefined));
  if (direct) return { item: direct, notes: [] };
  const resolution = await nameOf(nameIn(query));
  const notes = nameNotes(resolution);
  if (resolution.status !== 'found') return { notes: notes.length > 0 ? notes : [`We don’t recognize “${query}”.`] };
  const { kind, slug, name } = resolution.record;
  if (kind !== 'medication') return { notes: [`${name} is a ${kind}. Only medications can be compared.`] };
  return { item: await compared(slug, query), notes };
}

const MEDICATION = /^medication\/([a-z0-9-]+)$/;

async function compared(slug: string, query: string): Promise<Compared> {
  const [{ profile, contraindications }, file] = await Promise.all([
    medicationOf(slug),
    interactionsOf('medication', slug),
  ]);
  const { name, substances } = file;
  const record = { kind: 'medication' as const, slug, name, names: [], substances };
  const item = { type: 'medication' as const, query, record, match: null };
  return { slug, name, profile, contraindications, subject: { item, name, files: [file] } };
}

/** What is documented if they are taken together: people compare what they may be switched between. */
const together = (pairs: readonly Pair[]): HTMLElement =>
  el(
    'section',
    { class: 'strip', 'aria-labelledby': 'together' },
    el('h2', { id: 'together' }, 'Taken together'),
    el(
      'dl',
      {},
      ...pairs.map(({ a, b, verdict, findings }) => {
        const { tone, word, meaning } = verdicts[verdict];
        const pair = el('b', {}, `${a.name} and ${b.name}. `);
        return el(
          'div',
          { class: `tone-${tone}` },
          el('dt', {}, toneIcon(tone), ` ${word}`),
          el('dd', {}, pair, firstSentences(findings[0]?.effect ?? meaning, SHORT)),
        );
      }),
    ),
    el(
      'p',
      { class: 'small' },
      el('a', { href: `/interactions#${listed(pairs)}` }, 'All that is documented, in the interaction checker'),
    ),
  );

/** Longer findings are shown whole in the checker. */
const SHORT = 160;

const listed = (pairs: readonly Pair[]): string =>
  [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].map(fragmentOf).join(',');
