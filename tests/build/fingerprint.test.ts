import { cpSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fingerprint } from '../../src/build/fingerprint.ts';
import { loadOptions } from '../../src/build/options.ts';
import { fixtures } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('a build has another fingerprint where a file of the same length has the time that it had', () => {
  const contentDir = join(temporaryFolder(), 'content');
  cpSync(join(fixtures, 'full'), contentDir, { recursive: true });
  const options = { ...loadOptions({}), contentDir };
  const file = join(contentDir, 'medication/plainol.yaml');
  const before = fingerprint(options);
  const [text, { atime, mtime, size }] = [readFileSync(file, 'utf8'), statSync(file)];
  writeFileSync(file, text.replace('Plain soreness', 'Plain sorenose'));
  utimesSync(file, atime, mtime);
  expect(statSync(file)).toMatchObject({ size, mtime });
  expect(fingerprint(options)).not.toBe(before);
  writeFileSync(file, text);
  expect(fingerprint(options)).toBe(before);
});
