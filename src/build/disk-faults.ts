/** Why a system refuses to write, in words; by the code of Node, and by the number that native packages tell. */
const reasons: readonly (readonly [code: string, number: number, reason: string])[] = [
  ['ENOSPC', 28, 'no room is left on the disk'],
  ['EDQUOT', 122, 'the quota of this account is used up'],
  ['EFBIG', 27, 'no file may become that large here'],
  ['EROFS', 30, 'the disk is read-only'],
  ['EACCES', 13, 'this account may not write there'],
  ['EPERM', 1, 'this account may not write there'],
  ['EMFILE', 24, 'too many files are open'],
  ['ENFILE', 23, 'too many files are open on this machine'],
];

/** One sentence for an error of the disk that an operator can mend, with its path or `folders`; undefined for any other. */
export function diskFault(error: unknown, folders: readonly string[]): string | undefined {
  const { code, path, message } = error as Partial<NodeJS.ErrnoException>;
  const found = reasons.find(([name, number]) => code === name || message?.includes(`(os error ${number})`));
  return found && `The build cannot be written: ${found[2]} (${found[0]}, ${path ?? `in ${folders.join(' or ')}`}).`;
}
