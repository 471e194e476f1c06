import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from '../schema/types.ts';
import { ledgerText } from './ledger.ts';
import { ContentError, wholeFile } from './problems.ts';

const fileIn = (contentDir: string): string => join(contentDir, 'ledger.json');

/** The ledger of a catalog; empty if there is none yet. @throws {ContentError} with the repair */
export function readLedger(contentDir: string): Ledger {
  const file = fileIn(contentDir);
  if (!existsSync(file)) return { files: {}, changes: [] };
  const ledger = parse(readFileSync(file, 'utf8'));
  if (ledger) return ledger;
  const reason = `is not a ledger: take one side of the merge (git checkout --ours ${file}), then run npm run ledger`;
  throw new ContentError([wholeFile(file, reason)], 1);
}

function parse(text: string): Ledger | undefined {
  try {
    const value = JSON.parse(text) as Partial<Ledger>;
    return value.files && value.changes ? { files: value.files, changes: value.changes } : undefined;
  } catch {
    return undefined;
  }
}

export const isCurrent = (contentDir: string, ledger: Ledger): boolean =>
  existsSync(fileIn(contentDir)) && readFileSync(fileIn(contentDir), 'utf8') === ledgerText(ledger);

/** Writes only what differs: a build leaves the work tree clean. @throws {ContentError} where it cannot be written */
export function writeLedger(contentDir: string, ledger: Ledger): void {
  if (isCurrent(contentDir, ledger)) return;
  const file = fileIn(contentDir);
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, ledgerText(ledger));
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    const reason = `cannot be written (${(error as NodeJS.ErrnoException).code}); it keeps the dates of what changed: make the folder writable, or commit a ledger that \`npm run ledger\` brought up to date`;
    throw new ContentError([wholeFile(file, reason)], 1);
  }
}
