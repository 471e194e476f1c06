/** Escapes a text for Markdown, so that it renders as plain text. For short messages; whole documents are written by remark. */
export const escapeMarkdown = (plain: string): string =>
  plain.replace(/[\\`*_{}[\]()#+!<>|~&]/g, '\\$&').replace(/\s+/g, ' ');
