import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_LIST, type FileList, fileListText, type ListedFile, parseFileList } from '../../src/api/file-list.ts';

export const digestOf = (body: string): string => hash('sha256', body);

/** What the list of a built folder says, with each file by its path. */
export function readList(dist: string): Omit<FileList, 'files'> & { files: Record<string, ListedFile> } {
  const list = parseFileList(readFileSync(join(dist, FILE_LIST), 'utf8'));
  return { ...list, files: Object.fromEntries(list.files) };
}

/** The text of a list. */
export const listText = (files: Record<string, ListedFile>, told: Partial<FileList> = {}): string =>
  fileListText({ site: '', base: '', ...told, files: new Map(Object.entries(files)) });

export const writeList = (dist: string, files: Record<string, ListedFile>, told: Partial<FileList> = {}): void =>
  writeFileSync(join(dist, FILE_LIST), listText(files, told));
