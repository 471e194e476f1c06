import { shapes } from '../figures/shapes.ts';
import type { Tone } from '../profile/section.ts';

type Child = Node | string | undefined;

/** An element with attributes and children; texts are text, never markup. */
export const el = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] => filled(document.createElement(tag), attributes, children);

export const svg = (tag: string, attributes: Readonly<Record<string, string>>, ...children: Node[]): SVGElement =>
  filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

function filled<E extends Element>(element: E, attributes: object, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** The shape of a severity, as ToneIcon.astro draws it. */
export const toneIcon = (tone: Tone): SVGElement =>
  svg(
    'svg',
    { class: `mark tone-${tone}`, viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    svg('path', { d: shapes[tone] }),
  );

/** The element that a page's own markup promises. */
export function find<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const element = within.querySelector<E>(selector);
  if (!element) throw new Error(`The page has no ${selector}`);
  return element;
}

/** The answer is there, or cannot be had: fonts may be fetched now (client/early-files). */
export const showFonts = (): void => {
  delete document.documentElement.dataset.awaiting;
};

export const recordHref = ({ type, slug }: { type: string; slug: string }): string => `/${type}/${slug}`;

/** What is in the fragment of the address, with commas between; what cannot be decoded is left as it is. */
export const fragmentParts = (): string[] => location.hash.slice(1).split(',').filter(Boolean).map(decoded);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
