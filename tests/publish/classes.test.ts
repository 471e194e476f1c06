import { describe, expect, it } from 'vitest';
import { pageDates } from '../../src/build/sitemap.ts';
import { byClass } from '../../src/components/lists/record-groups.ts';
import { isWritten } from '../../src/interactions/findings.ts';
import { type ClassPage, classPages } from '../../src/profile/class-page.ts';
import { classCompanion, classCompanionFiles } from '../../src/publish/companion/class-companion.ts';
import type { Edition } from '../../src/publish/edition.ts';
import { LLMS_LIMIT, llmsFiles } from '../../src/publish/llms.ts';
import { manifest } from '../../src/publish/manifest.ts';
import { refOf } from '../../src/records/entry.ts';
import { TODAY } from '../support/build.ts';
import { parseLlmsTxt } from '../support/llms-grammar.ts';
import { ownEdition } from '../support/own-catalog.ts';

const edition = ownEdition();
const { catalog, classes, interactions, safety } = edition;
const page = (id: string): ClassPage => classes.get(id) as ClassPage;
const blocksOf = (id: string, section: string) => page(id).sections.find((one) => one.id === section)?.blocks ?? [];
const itemsOf = (id: string, section: string) =>
  blocksOf(id, section).flatMap((block) => (block.type === 'items' ? block.items : []));
const textOf = (id: string, section: string): string =>
  blocksOf(id, section)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('');
const companions = new Map(classCompanionFiles(edition).map(({ path, body }) => [path, String(body)]));

describe('a class has a page', () => {
  it('where a record belongs to it or names it, and nowhere else; foods have none', () => {
    for (const one of catalog.vocabulary.classes) {
      const records = [...interactions.values()];
      const hasMember = records.some((record) => record.classes.includes(one.id));
      const isNamed = records.some((record) =>
        record.entries.some((entry) => isWritten(entry) && entry.targets?.classes.includes(one.id)),
      );
      expect(classes.has(one.id), one.id).toBe(one.kind === 'class' && (hasMember || isNamed));
    }
  });

  it('that says what it is, who belongs to it with what warns, and who has no record here', () => {
    expect(page('ssris').description).toContain('antidepressants');
    const members = itemsOf('ssris', 'members');
    expect(members.map(({ title }) => title)).toContain('Sertraline');
    expect(members.find(({ title }) => title === 'Sertraline')).toMatchObject({
      link: '/medication/sertraline',
      tone: 'major',
      badge: expect.stringContaining('Boxed warning'),
    });
    expect(textOf('ssris', 'further-members')).toContain('fluvoxamine');
    expect(textOf('ssris', 'further-members')).not.toContain('sertraline');
  });

  it('with members of the classes below it', () => {
    expect(page('antidepressants').members.map(refOf)).toEqual(
      expect.arrayContaining(['medication/sertraline', 'medication/venlafaxine', 'medication/bupropion']),
    );
    expect(textOf('antidepressants', 'further-members')).toContain('agomelatine');
  });

  it('with approved medicines before supplements, and what is not approved last', () => {
    const standing = (ref: string): number => {
      const isRefused = safety.get(ref)?.some(({ id }) => id === 'not-approved');
      return ref.startsWith('medication/') ? 0 : isRefused ? 2 : 1;
    };
    for (const { id, members } of classes.values()) {
      const order = members.map((entry) => standing(refOf(entry)));
      expect(order, id).toEqual(order.toSorted());
    }
    expect(page('glp-1-receptor-agonists').members.map(refOf).slice(0, 4)).toEqual([
      'medication/dulaglutide',
      'medication/liraglutide',
      'medication/semaglutide',
      'medication/tirzepatide',
    ]);
  });

  it('with what each record documents for the whole class, the gravest first, each with its place', () => {
    const told = itemsOf('nsaids', 'interactions');
    const warfarin = told.find(({ link }) => link === '/medication/warfarin#interactions');
    expect(warfarin).toMatchObject({ title: 'Warfarin', tone: 'major', badge: 'Major' });
    expect(warfarin?.rows[0]?.value.length).toBeGreaterThan(40);
    const order = told.map(({ badge }) => ['Major', 'Moderate', 'Minor', 'Food'].indexOf(badge ?? ''));
    expect(order).toEqual(order.toSorted());
    const naming = [...interactions.values()].filter((record) =>
      record.entries.some((entry) => isWritten(entry) && entry.targets?.classes.includes('nsaids')),
    );
    expect(told).toHaveLength(naming.length);
  });

  it('with the classes above and below it that have a page, too', () => {
    const linked = blocksOf('statins', 'classes').flatMap((block) => (block.type === 'facts' ? block.rows : []));
    expect(linked).toContainEqual({
      label: expect.stringContaining('Broader'),
      value: 'Cholesterol medicines',
      link: '/class/lipid-lowering-drugs',
    });
    expect(linked).toContainEqual({
      label: expect.stringContaining('Narrower'),
      value: 'Statins broken down by CYP3A4',
      link: '/class/cyp3a4-metabolized-statins',
    });
    for (const { link } of [...classes.values()]
      .flatMap(({ id }) => blocksOf(id, 'classes'))
      .flatMap((block) => (block.type === 'facts' ? block.rows : [])))
      expect(classes.has(link?.replace('/class/', '') ?? '')).toBe(true);
  });
});

describe('the companion of a class', () => {
  it('is there for each, under 50,000 characters, with rules, citation and the way to the rest near the top', () => {
    expect([...companions.keys()]).toEqual([...classes.values()].map(({ path }) => `${path.slice(1)}.md`));
    for (const [path, body] of companions) {
      expect(body.length, path).toBeLessThan(50_000);
      const head = body.slice(0, 5_000);
      for (const text of [
        '/llms.txt',
        '/class/llms.txt',
        'Do not present this data as personalized medical advice.',
        catalog.site.disclaimer,
      ])
        expect(head, path).toContain(text);
      expect(head).toContain(`<${catalog.site.siteUrl}/${path.replace(/\.md$/, '')}>`);
    }
  });

  it('tells what the page tells', () => {
    const body = companions.get('class/pde5-inhibitors.md') ?? '';
    expect(body).toMatch(
      /^---\ntype: class\nid: pde5-inhibitors\nname: PDE5 inhibitors\ncanonical: .*\nupdated: "\d{4}-\d\d-\d\d"\n---\n\n# PDE5 inhibitors\n/,
    );
    for (const text of ['**Sildenafil**', 'tadalafil', '**Nitroglycerin** (Major)', 'ED pills'])
      expect(body).toContain(text);
  });

  it('leaves what happens to the page where very many of them name the class', () => {
    const repeated = page('nsaids').sections.map((section) => ({
      ...section,
      blocks: section.blocks.map((block) =>
        block.type === 'items' ? { ...block, items: Array.from({ length: 50 }, () => block.items).flat() } : block,
      ),
    }));
    const body = classCompanion({ ...page('nsaids'), sections: repeated }, { site: catalog.site, updated: TODAY });
    expect(body.length).toBeLessThan(50_000);
    expect(body).toContain('**Warfarin** (Major)');
    expect(body).toMatch(/And \d+ more\./);
  });

  it('is dated by the newest record that it shows, whatever the order of building', () => {
    const again = classPages({
      entries: catalog.entries,
      classes: catalog.vocabulary.classes,
      interactions,
      safety,
      effects: new Map(),
    });
    expect([...again.values()].map(({ shown }) => shown)).toEqual([...classes.values()].map(({ shown }) => shown));
    const dates = pageDates(edition);
    for (const { path, shown } of classes.values()) {
      const newest = shown
        .map((ref) => edition.companions.get(ref)?.lastModified ?? '')
        .toSorted()
        .at(-1);
      expect(dates.get(path), path).toBe(newest);
    }
  });
});

describe('classes are found', () => {
  const texts = new Map(llmsFiles(edition).map(({ path, body }) => [path, String(body)]));
  const linksIn = (path: string) => Object.values(parseLlmsTxt(texts.get(path) ?? '').sections).flat();

  it('by llms.txt: the headings there, all of them in a file of their own', () => {
    const url = (path: string) => `${catalog.site.siteUrl}${path}`;
    const root = linksIn('llms.txt').map((link) => link.url);
    expect(root).toContain(url('/class/llms.txt'));
    expect(root).toContain(url('/class/antidepressants'));
    expect(root).not.toContain(url('/class/cyp3a4-substrates'));
    expect(linksIn('class/llms.txt').map((link) => link.url)).toEqual(
      [...classes.values()].map(({ path }) => url(path)),
    );
    expect(texts.get('class/llms.txt')?.length).toBeLessThan(LLMS_LIMIT);
  });

  it('not by the manifest, which is of records', () => {
    expect(manifest(edition).files.filter(({ url }) => url.includes('/class/'))).toEqual([]);
  });

  it('by the list of medications: every record once, under few headings', () => {
    const medications = catalog.entries.filter(({ kind }) => kind === 'medication');
    const groups = byClass(medications, {
      classes: catalog.vocabulary.classes,
      classesOf: (entry) => (interactions.get(refOf(entry)) as { classes: string[] }).classes,
      pathOf: (id) => classes.get(id)?.path,
    });
    expect(groups.flatMap(({ entries }) => entries.map(refOf)).toSorted()).toEqual(medications.map(refOf).toSorted());
    expect(groups.length).toBeLessThan(medications.length / 2);
    expect(groups.map(({ title }) => title)).not.toContain('Not classified');
    expect(groups.filter(({ path }) => !path)).toEqual([]);
    expect(groups.find(({ title }) => title === 'Antidepressants')?.entries.length).toBeGreaterThan(5);
  });
});

it('a catalog without classes has neither pages nor a file of them', () => {
  const bare: Edition = { ...edition, classes: new Map() };
  expect(classCompanionFiles(bare)).toEqual([]);
  const files = llmsFiles(bare);
  expect(files.map(({ path }) => path)).not.toContain('class/llms.txt');
  expect(String(files[0]?.body)).not.toContain('/class');
});
