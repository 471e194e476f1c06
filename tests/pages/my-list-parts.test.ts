import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarFile } from '../../src/client/my-list/calendar-file.ts';
import {
  emptyList,
  fragmentOfList,
  type KeptItem,
  type KeptList,
  MOST_ITEMS,
  MOST_LISTS,
  movedItem,
  readLists,
  withItem,
} from '../../src/client/my-list/kept-lists.ts';
import { changedItems, itemChanges, type RecordStates, seenList } from '../../src/client/my-list/list-changes.ts';
import { fhirList, listFile, readListFile } from '../../src/client/my-list/list-file.ts';
import type { CheckedRecord } from '../../src/profile/safety.ts';

const DAY = '2026-11-27';
const HASH = { a: 'a'.repeat(64), b: 'b'.repeat(64) };
const listWith = (...items: readonly KeptItem[]): KeptList => ({ ...emptyList('My list', DAY), items });
const warfarin: KeptItem = { id: '1', text: 'Coumadin 5 mg', ref: 'medication/warfarin', name: 'Warfarin' };
const herb: KeptItem = { id: '2', text: 'some herb, tea' };

describe('a kept text', () => {
  it('comes back as it was stored', () => {
    const guess = { ...warfarin, id: '3', text: 'warfarine', isGuess: true as const };
    const lists = { version: 1, shown: 'x', lists: [{ ...listWith(warfarin, herb, guess), id: 'x' }] };
    expect(readLists(JSON.stringify(lists), DAY)).toEqual({ lists });
  });

  it('of an older shape, or with fields that make no sense, keeps every line', () => {
    const old = {
      lists: [{ items: ['warfarin 5 mg', { text: 'ibuprofen', ref: '../../etc', seen: 7 }], date: 'yesterday' }],
    };
    const read = readLists(JSON.stringify(old), DAY);
    if (!('lists' in read)) throw new Error(read.fault);
    expect(read.lists.lists[0]).toMatchObject({ name: 'My list', date: DAY });
    expect(read.lists.lists[0]?.items.map(({ text, ref }) => [text, ref])).toEqual([
      ['warfarin 5 mg', undefined],
      ['ibuprofen', undefined],
    ]);
  });

  it('of a newer release, or damaged, is said to be so', () => {
    expect(readLists('{"version":2,"lists":[{"items":[]}]}', DAY)).toEqual({ fault: 'newer' });
    for (const text of ['', '{', '[]', '7', 'null', '{"lists":7}', '{"lists":[]}', '{"lists":[7]}'])
      expect(readLists(text, DAY)).toEqual({ fault: 'damaged' });
  });

  it('of any kind never throws, and holds no more than the limits, and no key that is not ours', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        const read = readLists(`{"lists":[{"items":[${text},${text}]},${text}]}`, DAY);
        if (!('lists' in read)) return;
        expect(read.lists.lists.length).toBeLessThanOrEqual(MOST_LISTS);
        for (const { items } of read.lists.lists) {
          expect(items.length).toBeLessThanOrEqual(MOST_ITEMS);
          for (const item of items)
            expect(['id', 'text', 'ref', 'name', 'isGuess', 'seen']).toEqual(expect.arrayContaining(Object.keys(item)));
        }
      }),
    );
  });
});

describe('a list', () => {
  it('takes no line beyond the limit, and moves lines within itself', () => {
    const many = Array.from({ length: MOST_ITEMS + 5 }, (_, at) => ({ id: String(at), text: `line ${at}` }));
    expect(many.reduce(withItem, listWith()).items).toHaveLength(MOST_ITEMS);
    const two = listWith(warfarin, herb);
    expect(movedItem(two, '2', -1).items.map(({ id }) => id)).toEqual(['2', '1']);
    expect(movedItem(two, '1', -1)).toBe(two);
  });

  it('is a fragment of the checker: records by address, other lines by their text', () => {
    expect(fragmentOfList(listWith(warfarin, herb))).toBe('medication/warfarin,some%20herb%20%20tea');
  });
});

describe('a file', () => {
  it('of ours and a FHIR List come back as the lines that went in', () => {
    const list = listWith(warfarin, herb);
    for (const text of [listFile(list), fhirList(list, 'https://materia.test')]) {
      const read = readListFile(text, DAY);
      if (!('list' in read)) throw new Error(read.refusal);
      expect(read.list.name).toBe('My list');
      expect(read.list.items.map(({ text: line, ref }) => [line, ref])).toEqual([
        ['Coumadin 5 mg', 'medication/warfarin'],
        ['some herb, tea', undefined],
      ]);
    }
  });

  it('does not say what was seen, or anything else of the device', () => {
    const seen = { sha256: HASH.a, date: DAY, warnings: ['Boxed warning: bleeding'] };
    expect(listFile(listWith({ ...warfarin, seen }))).not.toMatch(/seen|sha256|Boxed/);
  });

  it('of a FHIR List takes the names of contained resources, and leaves out what was deleted', () => {
    const read = readListFile(
      JSON.stringify({
        resourceType: 'List',
        contained: [
          { id: 'm1', resourceType: 'MedicationStatement', medicationCodeableConcept: { text: 'Metformin 500 mg' } },
          {
            id: 'm2',
            resourceType: 'MedicationStatement',
            medication: { concept: { coding: [{ display: 'Lisinopril' }] } },
          },
        ],
        entry: [
          { item: { reference: '#m1' } },
          { item: { reference: '#m2' } },
          { deleted: true, item: { display: 'Morphine' } },
        ],
      }),
      DAY,
    );
    expect('list' in read && read.list.items.map(({ text }) => text)).toEqual(['Metformin 500 mg', 'Lisinopril']);
  });

  it.each([
    ['no JSON', 'warfarin\nibuprofen', 'no JSON file'],
    ['another format', '{"format":"another","items":["x"]}', 'neither'],
    ['a list of JSON', '["warfarin"]', 'no JSON file'],
    ['no lines', '{"format":"materia-list"}', 'no lines'],
    ['lines without names', '{"format":"materia-list","items":[{},7,""]}', 'no line with a name'],
    ['10,000 lines', JSON.stringify({ format: 'materia-list', items: Array(10_000).fill('x') }), '10,000 lines'],
    [
      '10,000 entries',
      JSON.stringify({ resourceType: 'List', entry: Array(10_000).fill({ item: { display: 'x' } }) }),
      '10,000 lines',
    ],
  ])('with %s is refused in a sentence', (_, text, said) => {
    const read = readListFile(text, DAY);
    expect('refusal' in read && read.refusal).toContain(said);
  });

  it('with prototypes and what cannot be seen changes nothing but its own lines', () => {
    const text = `{"format":"materia-list","__proto__":{"polluted":1},"items":[{"text":"a\\u202eb\\u0000c","ref":"medication/__proto__","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}]}`;
    const read = readListFile(text, DAY);
    expect('list' in read && read.list.items.map(({ id: _, ...item }) => item)).toEqual([{ text: 'abc' }]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('changes', () => {
  const seen = { sha256: HASH.a, date: '2026-11-03', warnings: ['Boxed warning: bleeding'] };
  const items: KeptItem[] = [
    { ...warfarin, seen },
    { id: '3', text: 'old', ref: 'medication/old', name: 'Old', seen },
    { id: '4', text: 'left', ref: 'medication/left', name: 'Left', seen },
    { id: '5', text: 'gone', ref: 'medication/gone', name: 'Gone', seen },
    { id: '6', text: 'same', ref: 'medication/same', name: 'Same', seen },
    { id: '7', text: 'just added', ref: 'medication/added', name: 'Added' },
    { id: '8', text: 'noted', ref: 'medication/noted', name: 'Noted', seen },
    herb,
  ];
  const states: RecordStates = new Map(
    ['warfarin', 'new', 'same', 'added', 'noted'].map((slug) => [
      `medication/${slug}`,
      { sha256: slug === 'same' ? HASH.a : HASH.b, lastModified: DAY },
    ]),
  );
  const at = { kind: 'medication', date: DAY, canonical: 'https://materia.test/' } as const;
  const changes = [
    { ...at, type: 'changed', slug: 'warfarin', name: 'Warfarin', note: 'A dose was added.' },
    { ...at, type: 'changed', slug: 'warfarin', name: 'Warfarin', note: 'Seen before.', date: '2026-10-01' },
    { ...at, type: 'changed', slug: 'noted', name: 'Noted' },
    { ...at, type: 'renamed', slug: 'new', from: 'old', name: 'New' },
    { ...at, type: 'withdrawn', slug: 'left', name: 'left', reason: 'Off the market.', successor: 'new' },
  ] as const;
  const record = (name: string, ...warnings: string[]): CheckedRecord =>
    ({ name, warnings: warnings.map((text) => ({ title: 'Boxed warning', text })) }) as unknown as CheckedRecord;
  const records = new Map([
    ['medication/warfarin', record('Warfarin', 'bleeding', 'something new')],
    ['medication/new', record('New', 'bleeding')],
    ['medication/noted', record('Noted', 'bleeding')],
    ['medication/added', record('Added')],
  ]);

  it('are what differs from what was seen, and what is gone; not what was just added', () => {
    expect(changedItems(items, states).map(({ text }) => text)).toEqual([
      'Coumadin 5 mg',
      'old',
      'left',
      'gone',
      'noted',
    ]);
  });

  it('tell what is gone first, then new warnings, with the lines of change since then', () => {
    expect(
      itemChanges(items, { states, changes, records }).map(({ item, fate, ref, warnings, notes }) => [
        item.text,
        fate,
        ref,
        warnings,
        notes.map(({ text }) => text),
      ]),
    ).toEqual([
      ['old', 'renamed', 'medication/new', [], []],
      ['left', 'withdrawn', 'medication/new', [], ['Off the market.']],
      ['gone', 'gone', undefined, [], []],
      ['Coumadin 5 mg', 'changed', 'medication/warfarin', ['Boxed warning: something new'], ['A dose was added.']],
      ['noted', 'changed', 'medication/noted', [], ['Its text or sources changed.']],
    ]);
  });

  it('are none once they are read; a renamed record has its new name then, and what is gone stays told', () => {
    const renamed = new Map([['medication/old', 'medication/new']]);
    const read = seenList(
      { ...listWith(...items), date: '2026-11-03' },
      { states, records, renamed, asked: ['a+b'], date: DAY },
    );
    expect(changedItems(read.items, states).map(({ text }) => text)).toEqual(['left', 'gone']);
    expect(read.items[1]).toMatchObject({ text: 'old', ref: 'medication/new', name: 'New' });
    expect(read).toMatchObject({ date: DAY, asked: ['a+b'] });
  });
});

describe('the calendar file', () => {
  const file = calendarFile({ date: '2027-01-15', address: 'https://materia.test/my-list', id: 'x', now: new Date(0) });

  it('is one event of that day with lines as RFC 5545 wants them, and says nothing of the list', () => {
    expect(file).toContain('DTSTART;VALUE=DATE:20270115\r\n');
    expect(file).toContain('DTSTAMP:19700101T000000Z\r\n');
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    const long = calendarFile({
      date: '2027-01-15',
      address: `https://${'a'.repeat(200)}.test/`,
      id: 'x',
      now: new Date(0),
    });
    for (const line of long.split('\r\n')) expect(line.length).toBeLessThanOrEqual(75);
    expect(long.replaceAll('\r\n ', '')).toContain(`URL:https://${'a'.repeat(200)}.test/\r\n`);
  });
});
