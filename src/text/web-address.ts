/**
 * An address that a page or a companion may link: http(s), or a path of this site. Anything else (`javascript:`, `data:`)
 * stays plain text, even if the content rules let it pass.
 */
export const webAddress = (url: string | undefined): string | undefined =>
  url !== undefined && /^(?:https?:\/\/|\/(?![/\\]))/i.test(url) ? url : undefined;
