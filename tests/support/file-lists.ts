import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_LIST, type FileList, fileTable, type ListedFile } from '../../src/api/file-list.ts';
import { fileColumns } from '../../src/build/file-columns.ts';

export const digestOf = (body: string): string => hash('sha256', body);

/** What the list of a built folder says, with each file by its path. */
export function readList(dist: string): Omit<FileList, 'files'> & { files: Record<string, ListedFile> } {
  const list = JSON.parse(readFileSync(join(dist, FILE_LIST), 'utf8')) as FileList;
  return { ...list, files: Object.fromEntries(fileTable(list.files)) };
}

/** The text of a list. */
export const listText = (files: Record<string, ListedFile>, told: Partial<FileList> = {}): string =>
  `${JSON.stringify({ ...told, site: told.site ?? '', base: told.base ?? '', files: fileColumns(Object.entries(files)) })}\n`;

export const writeList = (dist: string, files: Record<string, ListedFile>, told: Partial<FileList> = {}): void =>
  writeFileSync(join(dist, FILE_LIST), listText(files, told));
