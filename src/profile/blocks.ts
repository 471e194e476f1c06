import { webAddress } from '../text/web-address.ts';
import type { Block, DetailItem, LabelledValue, Pointer, Section, Tone } from './section.ts';

type Maybe = string | number | boolean | readonly string[] | undefined;

/** A section, or nothing where the record says nothing. */
export const section = (id: string, title: string, fields: readonly string[], blocks: readonly Block[]): Section[] =>
  blocks.length ? [{ id, title, fields, blocks }] : [];

export const text = (value: string | undefined, at?: Pointer, statements: readonly string[] = []): Block[] =>
  value ? [{ type: 'text', text: value, ...(at && { at }), ...(statements.length > 1 && { statements }) }] : [];

export const titled = (title: string, blocks: readonly Block[]): Block[] =>
  blocks.length ? [{ type: 'heading', text: title }, ...blocks] : [];

/** `at` is the pointer of the whole list. */
export const list = (items: readonly string[] | undefined, at?: Pointer): Block[] =>
  items?.length ? [{ type: 'list', items, ...(at && { at }) }] : [];

/** Labelled values; those that are absent are left out. Numbers, lists and yes/no become words. */
export const rows = (
  pairs: readonly (readonly [label: string, value: Maybe, at?: Pointer | undefined])[],
): LabelledValue[] =>
  pairs.flatMap(([label, value, at]) =>
    value === undefined ? [] : [{ label, value: word(value), ...(at && { at }) }],
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

export const warning = (tone: Tone, title: string, body: string | undefined, at: Pointer): Block[] => [
  { type: 'warning', tone, title, text: body ?? '', at },
];

const word = (value: NonNullable<Maybe>): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : [value].flat().join(', ');
