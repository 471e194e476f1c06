import { describe, expect, it } from 'vitest';
import type { Companion } from '../../src/publish/companion/companion.ts';
import type { Edition } from '../../src/publish/edition.ts';
import { LLMS_LIMIT, llmsFiles } from '../../src/publish/llms.ts';
import { refOf } from '../../src/records/entry.ts';
import { parseLlmsTxt } from '../support/llms-grammar.ts';
import { editionOf, medication, peptide, supplement } from '../support/small-catalog.ts';

const site = 'https://materia.test';
const edition = editionOf({
  records: {
    'medication/testamine': medication('Testamine', {
      brandName: 'Testa [old] (new)',
      blackBox: { warning: 'Bleeding' },
      taperingInfo: { tier: 'critical', tierLabel: 'Dangerous' },
    }),
    'supplement/fishium': supplement('fishium', { name: 'Fishium [EPA]', subtitle: 'A fat' }),
    'peptide/pepto-1': peptide('pepto-1'),
  },
});

/** The same edition with many records; what a record says does not matter here. */
function enlarged(count: number): Edition {
  const [one] = edition.catalog.entries;
  const entries = Array.from({ length: count }, (_, at) => ({
    ...one,
    slug: `drug-${String(at).padStart(6, '0')}`,
  })) as never[];
  const companion = [...edition.companions.values()][0] as Companion;
  const companions = new Map(entries.map(({ slug }: { slug: string }) => [`medication/${slug}`, companion]));
  const facts = (one && edition.safety.get(refOf(one))) ?? [];
  const safety = new Map([...companions.keys()].map((ref) => [ref, facts]));
  return { ...edition, companions, safety, catalog: { ...edition.catalog, entries } };
}

const textOf = (of: Edition, path: string): string => llmsFiles(of).find((file) => file.path === path)?.body ?? '';
const linksOf = (text: string) => Object.values(parseLlmsTxt(text).sections).flat();

describe('llms.txt', () => {
  it('has a title, a one-line summary, one paragraph, and lists of links', () => {
    const { title, summary, info, sections } = parseLlmsTxt(textOf(edition, 'llms.txt'));
    expect(title).toBe('Materia');
    expect(summary).toBe(edition.catalog.site.summary);
    expect(info.split(/\n+/)).toHaveLength(1);
    expect(Object.keys(sections)).toEqual(['Indexes', 'Medications', 'Supplements', 'Peptides', 'Pages']);
  });

  it('leads to the page of each record and says its gravest warnings', () => {
    expect(parseLlmsTxt(textOf(edition, 'llms.txt')).sections.Medications).toEqual([
      {
        title: 'Testamine',
        url: `${site}/medication/testamine`,
        desc: 'Testa \\[old] (new) · Test class. Boxed warning. Stopping suddenly can be dangerous.',
      },
    ]);
  });

  it('has no bracket in a title and no parenthesis in an address, which the reference parser would not survive', () => {
    const [link] = parseLlmsTxt(textOf(edition, 'llms.txt')).sections.Supplements ?? [];
    expect(link).toMatchObject({ title: 'Fishium (EPA)', url: `${site}/supplement/fishium` });
  });

  it('leaves out a kind without records', () => {
    const only = editionOf({ records: { 'peptide/pepto-1': peptide('pepto-1') } });
    expect(Object.keys(parseLlmsTxt(textOf(only, 'llms.txt')).sections)).not.toContain('Medications');
  });

  it.each([100, 300, 700, 5_000, 60_000])(
    'stays under its limit with %i records, as every file but llms-full.txt does',
    (count) => {
      const files = llmsFiles(enlarged(count)).filter(({ path }) => path !== 'llms-full.txt');
      for (const { path, body } of files) {
        expect(body.length, path).toBeLessThan(LLMS_LIMIT);
        parseLlmsTxt(body);
      }
      expect(files.length).toBeGreaterThanOrEqual(4);
    },
  );

  it.each([300, 5_000, 20_000])('stays under its limit with %i classes, and lists each once', (count) => {
    const page = { id: '', path: '', description: '', names: [], members: [], shown: [], sections: [] };
    const classes = new Map(
      Array.from({ length: count }, (_, at) => {
        const id = `class-${String(at).padStart(6, '0')}`;
        return [id, { ...page, id, name: `Class number ${at}`, path: `/class/${id}` }] as const;
      }),
    );
    const files = llmsFiles({ ...edition, classes }).filter(({ path }) => path.startsWith('class/'));
    for (const { path, body } of files) expect(body.length, path).toBeLessThan(LLMS_LIMIT);
    const urls = files.flatMap(({ body }) => linksOf(body).map(({ url }) => url));
    expect(urls.filter((url) => url.includes('/class/class-')).length).toBe(count);
    const parts = files.slice(1).map(({ path }) => `${site}/${path}`);
    if (parts.length > 0) expect(linksOf(files[0]?.body ?? '').map(({ url }) => url)).toEqual(parts);
  });

  it('lists records without notes before it leaves them to the files of the kinds', () => {
    const { Medications: names = [] } = parseLlmsTxt(textOf(enlarged(450), 'llms.txt')).sections;
    expect(names.filter(({ desc }) => desc === undefined)).toHaveLength(450);
    const { sections } = parseLlmsTxt(textOf(enlarged(5_000), 'llms.txt'));
    expect(sections.Medications).toBeUndefined();
    expect(sections.Indexes?.[0]).toEqual({
      title: 'All medications',
      url: `${site}/medication/llms.txt`,
      desc: '5000 records',
    });
  });
});

describe('the file of a kind', () => {
  it('lists the records of that kind alone', () => {
    expect(linksOf(textOf(edition, 'peptide/llms.txt')).map(({ url }) => url)).toEqual([`${site}/peptide/pepto-1`]);
  });

  it('is divided into parts that together hold every record once, in order', () => {
    const large = enlarged(5_000);
    const texts = new Map(llmsFiles(large).map(({ path, body }) => [`${site}/${path}`, body]));
    const parts = linksOf(texts.get(`${site}/medication/llms.txt`) ?? '');
    const urls = parts.flatMap(({ url }) => linksOf(texts.get(url) ?? '').map((link) => link.url));
    expect(urls).toEqual(large.catalog.entries.map(({ slug }) => `${site}/medication/${slug}`));
  });
});

describe('llms-full.txt', () => {
  it('says in its first lines what it is', () => {
    expect(textOf(edition, 'llms-full.txt').split('\n').slice(0, 3).join(' ')).toMatch(
      /all records as Markdown.*Every record/,
    );
  });

  it.each([3, 5_000])('links the Markdown companion of every record, with %i records', (count) => {
    const of = count === 3 ? edition : enlarged(count);
    const urls = linksOf(textOf(of, 'llms-full.txt')).map(({ url }) => url);
    expect(urls).toEqual(of.catalog.entries.map(({ kind, slug }) => `${site}/${kind}/${slug}.md`));
  });
});
