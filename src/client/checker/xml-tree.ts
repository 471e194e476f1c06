/** An element of a document: its name without a prefix, and what is in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
}

const DEEPEST = 200;

/**
 * The root of an XML document without a document type; undefined where the text is not well-formed, has a document type, or is nested
 * more than 200 deep. It knows the five entities of XML and characters by number, and no others: nothing is expanded or fetched.
 * The DOM's parser would need an exception in the policy of these pages (Trusted Types).
 */
export function xmlTree(text: string): XmlElement | undefined {
  type Open = { name: string; tag: string; attributes: Map<string, string>; children: (XmlElement | string)[] };
  const open: Open[] = [{ name: '', tag: '', attributes: new Map(), children: [] }];
  TOKEN.lastIndex = 0;
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    at = TOKEN.lastIndex;
    const { words, cdata, end, start, attributes = '', single } = match.groups ?? {};
    const parent = open.at(-1) as Open;
    if (words !== undefined || cdata !== undefined) parent.children.push(cdata ?? decoded(words as string));
    else if (end !== undefined) {
      if (open.length < 2 || parent.tag !== end) return undefined;
      open.pop();
    } else if (start !== undefined) {
      const element: Open = { name: localName(start), tag: start, attributes: attributesIn(attributes), children: [] };
      parent.children.push(element);
      if (single !== '/') open.push(element);
      if (open.length > DEEPEST) return undefined;
    }
  }
  const [root, ...others] = (open[0] as Open).children.filter((one) => typeof one !== 'string');
  return open.length === 1 && others.length === 0 ? root : undefined;
}

/** Every element of that name in an element, in the order of the document. */
export function elementsIn(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const ahead: XmlElement[] = [element];
  for (let one = ahead.pop(); one !== undefined; one = ahead.pop()) {
    if (one !== element && (name === '*' || one.name === name)) found.push(one);
    for (const child of one.children.toReversed()) if (typeof child !== 'string') ahead.push(child);
  }
  return found;
}

/** Its own children of that name. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((one): one is XmlElement => typeof one !== 'string' && one.name === name);

/** All text in it. */
export const textIn = (element: XmlElement): string =>
  element.children.map((one) => (typeof one === 'string' ? one : textIn(one))).join('');

const NAME = '[\\p{L}_][\\p{L}\\p{N}_.:-]*';
const VALUE = '"[^"<]*"|\'[^\'<]*\'';
const TOKEN = new RegExp(
  [
    '(?<words>[^<]+)',
    '<!--(?:(?!--)[^])*-->',
    '<!\\[CDATA\\[(?<cdata>(?:(?!\\]\\]>)[^])*)\\]\\]>',
    '<\\?(?:(?!\\?>)[^])*\\?>',
    `</(?<end>${NAME})\\s*>`,
    `<(?<start>${NAME})(?<attributes>(?:\\s+${NAME}\\s*=\\s*(?:${VALUE}))*)\\s*(?<single>/?)>`,
  ].join('|'),
  'uy',
);
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(${VALUE})`, 'gu');

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const attributesIn = (text: string): Map<string, string> =>
  new Map(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', value = '']) => [localName(name), decoded(value.slice(1, -1))]),
  );

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Other entities stay as they are written. */
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
