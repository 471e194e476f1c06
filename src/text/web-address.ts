/**
 * An address that a page or a companion may link: http(s), or a path of this site. Anything else (`javascript:`, `data:`)
 * stays text, whatever the rules of content let through.
 */
export const webAddress = (url: string | undefined): string | undefined =>
  url !== undefined && /^(?:https?:\/\/|\/(?![/\\]))/i.test(url) ? url : undefined;
