/** One page to take along: the list, the pairs to ask about, questions from the records, room to write. */
import type { Finding } from '../../interactions/pair.ts';
import { firstSentences } from '../../text/sentences.ts';
import { truncate } from '../../text/truncate.ts';
import { el, recordHref } from '../dom.ts';
import { medicationOf } from '../record-files.ts';
import type { CheckedItem, Pair } from './checked-pairs.ts';
import { isToAsk, isToMention } from './checker-report.ts';

const PAIRS = 10;
const SENTENCES = 220;
const QUESTIONS = 1;

export async function questionSheet(items: readonly CheckedItem[], pairs: readonly Pair[]): Promise<HTMLElement> {
  const asked = [...pairs.filter(isToAsk), ...pairs.filter(isToMention)];
  const questions = await Promise.all(items.map(questionsOf));
  const close = el('button', { type: 'button', class: 'plain' }, 'Print this sheet');
  close.addEventListener('click', () => {
    document.body.dataset.sheet = 'only';
    print();
    delete document.body.dataset.sheet;
  });
  const rest = asked.length - PAIRS;
  return el(
    'section',
    { class: 'sheet' },
    el('h2', { tabindex: '-1' }, 'Questions for my visit'),
    el('p', { class: 'small' }, `What I take: ${items.map(({ name }) => name).join(', ')}.`),
    el(
      'ol',
      {},
      ...asked
        .slice(0, PAIRS)
        .map(({ a, b, findings: [worst] }) =>
          el(
            'li',
            {},
            el('b', {}, `${a.name} and ${b.name}: `),
            firstSentences(worst?.effect ?? 'Both contain the same substance.', SENTENCES),
            ...(worst ? [el('span', { class: 'soft' }, ` Source: ${sourceOf(worst)}`)] : []),
          ),
        ),
    ),
    rest > 0 ? el('p', { class: 'small' }, `And ${rest} more pairs to mention.`) : undefined,
    el('ul', {}, ...questions.flat().map((text) => el('li', {}, text))),
    el('p', { class: 'writing' }, 'Notes'),
    close,
  );
}

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
