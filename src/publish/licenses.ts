import { compareText } from '../text/order.ts';
import type { PublishedFile } from './file.ts';

export interface LicenseNotice {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier. */
  readonly license: string;
  /** Copyright lines that are in the work and not in the text of the licence, as those of fonts do. */
  readonly copyrights: readonly string[];
  readonly text: string;
}

/** `licenses.txt`: MIT and the Open Font License ask that notice and text go along with every copy. */
export const licensesFile = (notices: readonly LicenseNotice[]): PublishedFile => ({
  path: 'licenses.txt',
  body: [PREAMBLE, ...notices.toSorted((a, b) => compareText(a.name, b.name)).map(noticeText)].join(`\n${RULE}\n`),
});

const PREAMBLE = 'Programs and fonts of others that pages of this site bring to your browser, with their licences.\n';
const RULE = '='.repeat(78);

const noticeText = ({ name, version, license, copyrights, text }: LicenseNotice): string =>
  [`${name} ${version} (${license})`, ...copyrights, '', text.replaceAll('\r\n', '\n').trim(), ''].join('\n');
