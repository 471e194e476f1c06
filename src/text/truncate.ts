/** At most `most` characters, cut between words where there is a space, never within a character; then an ellipsis. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const space = text.lastIndexOf(' ', most - 1);
  // Half of a surrogate pair at the end is removed too.
  const cut = text.slice(0, space > 0 ? space : most - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
