/** What a reader without scripts sees of a page: tags away, entities as characters, white space as one space. */
export function visibleText(html: string): string {
  const body = html.slice(html.indexOf('<body'));
  return plain(body.replaceAll(/<(script|svg)\b[\s\S]*?<\/\1>/g, ' ').replaceAll(/<[^>]*>/g, ' '));
}

/** Text with its entities as characters and its white space as one space. */
export const plain = (text: string): string =>
  text
    .replaceAll(/&#(?:x([0-9a-f]+)|(\d+));/gi, (_, hex, decimal) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Keys whose values may stand in attributes (docs/contract.md, Small print). */
const NOT_TEXT = new Set(['color', 'tier', 'link', 'preferred', 'bioavailable', 'pillWarning', 'medId']);

/** Every value of a profile that must be visible, with its path. */
export function visibleValues(value: unknown, path = ''): { path: string; text: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => visibleValues(item, `${path}[${index}]`));
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).flatMap(([key, item]) =>
      NOT_TEXT.has(key) ? [] : visibleValues(item, `${path}.${key}`),
    );
  }
  return [{ path, text: plain(String(value)) }];
}

/** Values of an attribute in the order of the page. */
export const attributes = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`\\s${name}=(?:"([^"]*)"|([^\\s>"]+))`, 'g'))].map(([, quoted, bare]) =>
    plain(quoted ?? bare ?? ''),
  );
