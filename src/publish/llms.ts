import type { ClassPage } from '../profile/class-page.ts';
import { displayName, type Entry, refOf, subtitle } from '../records/entry.ts';
import { type Kind, kinds, kindWords } from '../schema/kinds.ts';
import { counted } from '../text/sentences.ts';
import { truncate } from '../text/truncate.ts';
import { textMarkdown } from './companion/markdown.ts';
import type { Edition } from './edition.ts';
import type { PublishedFile } from './file.ts';

/** Assistants cut a file off that is longer (docs/contract.md, Discovery and sync). */
export const LLMS_LIMIT = 50_000;

/** `llms.txt`, one a kind, `llms-full.txt` (see contract). Above 50,000 characters the root drops notes, kinds split. */
export const llmsFiles = (edition: Edition): PublishedFile[] => [
  file('llms.txt', rootText(edition)),
  ...kinds.flatMap((kind) => kindFiles(edition, kind)),
  ...classFiles(edition),
  file('llms-full.txt', render(fullDocument(edition))),
];

const file = (path: string, body: string): PublishedFile => ({ path, body });

/** The grammar of llms.txt. The reference parser fails on a `]` in a link's name and on a `)` in its address. */
interface Document {
  title: string;
  summary: string;
  text: string;
  sections: readonly { title: string; links: readonly Link[] }[];
}
interface Link {
  name: string;
  url: string;
  note?: string;
}

function render({ title, summary, text, sections }: Document): string {
  const filled = sections.filter(({ links }) => links.length > 0);
  const parts = filled.map((section) => `## ${section.title}\n\n${section.links.map(linkLine).join('\n')}`);
  return `${[`# ${title}`, `> ${summary}`, text, ...parts].join('\n\n')}\n`;
}

const linkLine = ({ name, url, note }: Link): string => {
  const label = textMarkdown(name.replaceAll('[', '(').replaceAll(']', ')'));
  return `- [${label}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})${note ? `: ${textMarkdown(note)}` : ''}`;
};

function rootText(edition: Edition): string {
  const { entries, site } = edition.catalog;
  // Each record takes more than its address: of many thousands nobody need write what is too long.
  const isTooLong = entries.length * site.siteUrl.length > LLMS_LIMIT;
  for (const records of isTooLong ? [none] : [noted, named, none]) {
    const text = render(rootDocument(edition, records));
    if (text.length < LLMS_LIMIT) return text;
  }
  throw new Error(`llms.txt has ${LLMS_LIMIT} characters without any record; shorten content/site.yaml.`);
}

type Records = (edition: Edition, kind: Kind) => Link[];

const noted: Records = (edition, kind) =>
  entriesOf(edition, kind).map((entry) => ({ ...pageLink(edition, entry), note: noteOf(edition, entry) }));
const named: Records = (edition, kind) => entriesOf(edition, kind).map((entry) => pageLink(edition, entry));
const none: Records = () => [];

const rootDocument = (edition: Edition, records: Records): Document => ({
  title: textMarkdown(edition.catalog.site.name),
  summary: textMarkdown(edition.catalog.site.summary),
  text: introduction(edition),
  sections: [
    { title: 'Indexes', links: indexLinks(edition) },
    ...recordSections(edition, records),
    { title: 'Classes', links: classLinks(edition, headingClasses(edition)) },
    { title: 'Pages', links: pageLinks(edition) },
  ],
});

const recordSections = (edition: Edition, records: Records) =>
  kinds.map((kind) => ({ title: kindWords[kind].many, links: records(edition, kind) }));

/** A reader who stops here knows how to query and on which terms. Links lead to documents; JSON is here. */
function introduction({ catalog, updated }: Edition): string {
  const { description, siteUrl, baseUrl, attribution } = catalog.site;
  return [
    textMarkdown(description),
    `It has ${counted(catalog.entries.length, 'record')}, the newest of ${updated}.`,
    'Each record is one page; add .md to its address, or ask for text/markdown, and it is Markdown.',
    `Programs find a record by any name with ${baseUrl}/v1/lookup?name=NAME and check two items with ${baseUrl}/v1/interactions?item1=NAME&item2=NAME.`,
    `All endpoints are listed at ${baseUrl}/v1 and described in ${baseUrl}/v1/openapi.json; MCP clients connect to ${baseUrl}/mcp.`,
    `For a local cache ${siteUrl}/llms-index.json has the size, date and hash of every Markdown file, and ${siteUrl}/changes.json says what changed.`,
    `Cite “${textMarkdown(attribution)}” with the canonical address of the record, and keep to the must_not list of every answer.`,
    `Querying on behalf of a user is welcome; bulk export, mirroring and model training are not (${siteUrl}/terms).`,
  ].join(' ');
}

function indexLinks(edition: Edition): Link[] {
  const { siteUrl } = edition.catalog.site;
  const ofKinds = kinds.flatMap((kind): Link[] => {
    const { length } = entriesOf(edition, kind);
    const plural = kindWords[kind].many.toLowerCase();
    return length
      ? [{ name: `All ${plural}`, url: `${siteUrl}/${kind}/llms.txt`, note: counted(length, 'record') }]
      : [];
  });
  const ofClasses = edition.classes.size
    ? [
        {
          name: 'All classes',
          url: `${siteUrl}/class/llms.txt`,
          note: counted(edition.classes.size, 'class', 'classes'),
        },
      ]
    : [];
  return [
    ...ofKinds,
    ...ofClasses,
    {
      name: 'All records as Markdown',
      url: `${siteUrl}/llms-full.txt`,
      note: 'the same list, leading to the .md files',
    },
  ];
}

function pageLinks({ catalog }: Edition): Link[] {
  const { siteUrl, name } = catalog.site;
  return [
    { name, url: `${siteUrl}/`, note: 'search by name' },
    ...kinds.map((kind) => ({ name: `${kindWords[kind].many} A to Z`, url: `${siteUrl}/${kind}` })),
    { name: 'For developers', url: `${siteUrl}/developers`, note: 'examples, errors, and how to keep a local cache' },
    { name: 'Terms of use', url: `${siteUrl}/terms`, note: 'attribution, and what is not allowed' },
  ];
}

const entriesOf = ({ catalog }: Edition, kind: Kind): Entry[] => catalog.entries.filter((entry) => entry.kind === kind);

const pageLink = ({ catalog }: Edition, entry: Entry): Link => ({
  name: displayName(entry),
  url: `${catalog.site.siteUrl}/${refOf(entry)}`,
});

const noteOf = ({ safety }: Edition, entry: Entry): string =>
  [sentence(subtitle(entry)), ...(safety.get(refOf(entry)) ?? []).flatMap(({ brief }) => brief ?? [])]
    .filter(Boolean)
    .join(' ');

const NOTE_LENGTH = 120;

/** At most 120 characters, cut between words, with a full stop or an ellipsis. */
function sentence(text: string): string {
  if (text.length > NOTE_LENGTH) return `${truncate(text, NOTE_LENGTH).replace(/[\s,;:(]*…$/, '')}…`;
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

const kindFiles = (edition: Edition, kind: Kind): PublishedFile[] =>
  filesWithin(edition, noted(edition, kind), {
    folder: kind,
    counted: (count) => counted(count, 'record'),
    document: (range, links) => kindDocument(edition, kind, range, links),
  });

interface LinkList {
  readonly folder: string;
  readonly counted: (count: number) => string;
  /** `range` says which part of the links it has; none where it has all of them. */
  readonly document: (range: string, links: readonly Link[]) => Document;
}

function filesWithin({ catalog }: Edition, links: readonly Link[], { folder, counted, document }: LinkList) {
  const whole = render(document('', links));
  if (whole.length < LLMS_LIMIT) return [file(`${folder}/llms.txt`, whole)];
  const parts = divide(links).map((part, at) => ({ part, path: `${folder}/llms-${at + 1}.txt`, range: rangeOf(part) }));
  const contents = parts.map(({ part, path, range }) => ({
    name: range,
    url: `${catalog.site.siteUrl}/${path}`,
    note: counted(part.length),
  }));
  return [
    file(`${folder}/llms.txt`, render(document('', contents))),
    ...parts.map(({ part, path, range }) => file(path, render(document(`, ${range}`, part)))),
  ];
}

function kindDocument(edition: Edition, kind: Kind, range: string, links: readonly Link[]): Document {
  const { site } = edition.catalog;
  const plural = kindWords[kind].many;
  const name = textMarkdown(site.name);
  return {
    title: `${name}: ${plural}${textMarkdown(range)}`,
    summary: `${plural} of ${name}, in alphabetical order of their addresses. The whole catalog: ${site.siteUrl}/llms.txt`,
    text: introduction(edition),
    sections: [{ title: plural, links }],
  };
}

const headingClasses = ({ catalog, classes }: Edition): ClassPage[] =>
  catalog.vocabulary.classes.filter(({ heading }) => heading !== undefined).flatMap(({ id }) => classes.get(id) ?? []);

const classLinks = ({ catalog }: Edition, classes: Iterable<ClassPage>): Link[] =>
  [...classes].map(({ name, path, members }) => ({
    name,
    url: `${catalog.site.siteUrl}${path}`,
    note: counted(members.length, 'record'),
  }));

function classFiles(edition: Edition): PublishedFile[] {
  if (edition.classes.size === 0) return [];
  const { site } = edition.catalog;
  const name = textMarkdown(site.name);
  return filesWithin(edition, classLinks(edition, edition.classes.values()), {
    folder: 'class',
    counted: (count) => counted(count, 'class', 'classes'),
    document: (range, links) => ({
      title: `${name}: Classes${textMarkdown(range)}`,
      summary: `Classes of medicines, supplements and peptides of ${name}: what each is, its members, and what is documented of it. The whole catalog: ${site.siteUrl}/llms.txt`,
      text: introduction(edition),
      sections: [{ title: 'Classes', links }],
    }),
  });
}

const rangeOf = (links: readonly Link[]): string => `${links[0]?.name} to ${links.at(-1)?.name}`;

/** Splits links into parts that leave room for a heading and an introduction within the limit. */
function divide(links: readonly Link[]): Link[][] {
  const room = LLMS_LIMIT - 5_000;
  const parts: Link[][] = [];
  let length = room;
  for (const link of links) {
    length += linkLine(link).length + 1;
    if (length > room) {
      parts.push([]);
      length = linkLine(link).length + 1;
    }
    parts.at(-1)?.push(link);
  }
  return parts;
}

/** The structure of llms.txt, each entry leading to the Markdown of its page. No size limit. */
function fullDocument(edition: Edition): Document {
  const { site } = edition.catalog;
  const name = textMarkdown(site.name);
  const records: Records = (_, kind) => noted(edition, kind).map((link) => ({ ...link, url: `${link.url}.md` }));
  return {
    title: `${name}: all records as Markdown`,
    summary: `Every record of ${name} with the address of its Markdown text. The shorter index is ${site.siteUrl}/llms.txt`,
    text: introduction(edition),
    sections: recordSections(edition, records),
  };
}
