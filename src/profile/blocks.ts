import { webAddress } from '../text/web-address.ts';
import type { Block, DetailItem, LabelledValue, Pointer, Section, Tone } from './section.ts';
import { studyFigures } from './study-people.ts';

type Maybe = string | number | boolean | undefined;

/** A section, or nothing where the record says nothing. */
export const section = (id: string, title: string, fields: readonly string[], blocks: readonly Block[]): Section[] =>
  blocks.length ? [{ id, title, fields, blocks }] : [];

export const text = (value: string | undefined, at?: Pointer): Block[] =>
  value ? [{ type: 'text', text: value, ...(at && { at }) }] : [];

export const titled = (title: string, blocks: readonly Block[]): Block[] =>
  blocks.length ? [{ type: 'heading', text: title }, ...blocks] : [];

/** `at` is the pointer of the whole list. */
export const list = (items: readonly string[] | undefined, at?: Pointer): Block[] =>
  items?.length ? [{ type: 'list', items, ...(at && { at }) }] : [];

/** Labelled values; those that are absent are left out. Numbers and yes/no become words. */
export const rows = (
  pairs: readonly (readonly [label: string, value: Maybe, link?: string | undefined, at?: Pointer])[],
): LabelledValue[] =>
  pairs.flatMap(([label, value, link, at]) =>
    value === undefined ? [] : [{ label, value: word(value), ...linked(link), ...(at && { at }) }],
  );

export const facts = (pairs: Parameters<typeof rows>[0]): Block[] => {
  const found = rows(pairs);
  return found.length ? [{ type: 'facts', rows: found }] : [];
};

/** One item for each value; `at` is the pointer of the list, unless an item says its own. */
export const items = <T>(
  values: readonly T[] | undefined,
  item: (value: T, index: number) => DetailItem,
  at?: Pointer,
): Block[] =>
  values?.length
    ? [
        {
          type: 'items',
          items: values
            .map((value, index) => item(value, index))
            .map(({ link, ...one }, index) => ({ ...(at && { at: `${at}/${index}` }), ...one, ...linked(link) })),
        },
      ]
    : [];

const linked = (url: string | undefined): { link?: string } => {
  const link = webAddress(url);
  return link ? { link } : {};
};

export const warning = (
  tone: Tone,
  title: string,
  body: string | undefined,
  { points = [], at }: { points?: readonly string[]; at?: Pointer } = {},
): Block[] => [{ type: 'warning', tone, title, text: body ?? '', items: points, ...(at && { at }) }];

const word = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value);

const biasTone = { High: 'major', 'Some concerns': 'moderate', Low: 'good' } as const satisfies Record<string, Tone>;

/** Whom a supplement or a peptide may harm more than others. */
export const cautions = ({ cautionGroups }: { cautionGroups?: readonly string[] }): Section[] =>
  section('cautions', 'Who should take care', ['cautionGroups'], list(cautionGroups, '/profile/cautionGroups'));

type StudyEntry = {
  name?: string;
  year?: string;
  n?: string;
  finding?: string;
  biasRisk?: keyof typeof biasTone;
  funded?: string;
  fundingNote?: string;
  area?: string;
};

/** Studies with their size, risk of bias and payer. */
export const studies = (values: readonly StudyEntry[] | undefined): Block[] =>
  items(
    values,
    (study) => ({
      title: study.name ?? 'Study',
      ...(study.biasRisk && { tone: biasTone[study.biasRisk], badge: `Risk of bias: ${study.biasRisk}` }),
      rows: rows([
        ['Area', study.area],
        ['Year', study.year],
        ['Participants', study.n],
        ['Finding', study.finding],
        ['Paid by', study.funded ?? 'Not checked'],
        ['About the funding', study.fundingNote],
      ]),
      study: studyFigures(study),
    }),
    '/profile/studies',
  );

/** When the record was last looked at; its own section at the end. */
export const recordSection = (profile: { version?: string; lastReviewed?: string; id?: string }): Section[] =>
  section(
    'record',
    'About this record',
    ['version', 'lastReviewed', 'id'],
    [
      ...facts([
        ['Last reviewed', profile.lastReviewed],
        ['Data version', profile.version],
        ['Identifier', profile.id],
      ]),
    ],
  );
