/** A text as Markdown that reads as nothing but this text, for messages; whole documents are written by remark. */
export const escapeMarkdown = (plain: string): string =>
  plain.replace(/[\\`*_{}[\]()#+!<>|~&]/g, '\\$&').replace(/\s+/g, ' ');
