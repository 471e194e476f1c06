/** One page to take along: the list, the pairs to ask about, questions from the records, room to write. */
import type { EffectIndex } from '../../interactions/effects.ts';
import type { Finding } from '../../interactions/pair.ts';
import { OTHER_EFFECTS } from '../../profile/partner-section.ts';
import { counted, firstSentences, listOf } from '../../text/sentences.ts';
import { truncate } from '../../text/truncate.ts';
import { el, recordHref } from '../dom.ts';
import { medicationOf } from '../record-files.ts';
import { type CheckedEffect, checkedEffects } from './checked-effects.ts';
import type { CheckedItem, Pair } from './checked-pairs.ts';

const EFFECTS = 10;
const SENTENCES = 220;
const QUESTIONS = 1;

export async function questionSheet(
  items: readonly CheckedItem[],
  pairs: readonly Pair[],
  effects: EffectIndex,
): Promise<HTMLElement> {
  const asked = checkedEffects(items, pairs, effects);
  const duplicates = pairs.filter(({ status }) => status === 'same_substance');
  const questions = await Promise.all(items.map(questionsOf));
  const close = el('button', { type: 'button', class: 'plain' }, 'Print this sheet');
  close.addEventListener('click', () => {
    document.body.dataset.sheet = 'only';
    print();
    delete document.body.dataset.sheet;
  });
  const rest = asked.length - EFFECTS;
  return el(
    'section',
    { class: 'sheet' },
    el('h2', { tabindex: '-1' }, 'Questions for my visit'),
    el('p', { class: 'small' }, `What I take: ${items.map(({ name }) => name).join(', ')}.`),
    el(
      'ol',
      {},
      ...duplicates.map(({ a, b }) => el('li', {}, el('b', {}, `${a.name} and ${b.name}: `), SAME)),
      ...asked.slice(0, EFFECTS).map(effectQuestion),
    ),
    rest > 0 ? el('p', { class: 'small' }, `And ${rest} more things to mention.`) : undefined,
    el('ul', {}, ...questions.flat().map((text) => el('li', {}, text))),
    el('p', { class: 'writing' }, 'Notes'),
    close,
  );
}

/** What can happen, among which of them, and what the gravest pair rests on. */
function effectQuestion({ effect, items, pairs: [first, ...others] }: CheckedEffect): HTMLElement {
  const name = effect?.name ?? OTHER_EFFECTS;
  const finding = first?.finding;
  return el(
    'li',
    {},
    el('b', {}, `${name} (${listOf(items.map((one) => one.name))}): `),
    firstSentences(finding?.effect ?? '', SENTENCES),
    others.length > 0 ? ` ${counted(others.length, 'more pair')} of these.` : undefined,
    ...(finding ? [el('span', { class: 'soft' }, ` Source: ${sourceOf(finding)}`)] : []),
  );
}

const SAME = 'both contain the same substance.';

/** What the statement rests on, and the record that has its address. */
function sourceOf({ sources: [first], documented_in: place }: Finding): string {
  const record = `${location.host}${recordHref(place)}`;
  return first ? `${truncate(first.title, TITLE)} (${record})` : record;
}
const TITLE = 70;

/** The first questions of a medication's record; no record, no question. */
async function questionsOf({ item }: CheckedItem): Promise<string[]> {
  if (!('record' in item) || item.record.kind !== 'medication') return [];
  const { doctorQuestions } = (await medicationOf(item.record.slug)).profile;
  return (doctorQuestions?.questions ?? []).slice(0, QUESTIONS).map((text) => `${item.record.name}: ${text}`);
}
