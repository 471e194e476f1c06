import { cpSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { fingerprint, fingerprintedFiles } from '../../src/build/fingerprint.ts';
import { loadOptions } from '../../src/build/options.ts';
import { fixtures } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the fingerprint of a build, where digests are noted', () => {
  const place = temporaryFolder();
  const [contentDir, cache] = [join(place, 'content'), join(place, 'cache')];
  const options = { ...loadOptions({}), contentDir };
  const file = join(contentDir, 'medication/plainol.yaml');
  const noted = join(cache, 'digests.json');
  /** By noted digests, after it was seen to be the same as without. */
  const print = (): string => {
    const found = fingerprint(options, cache);
    expect(found).toBe(fingerprint(options));
    return found;
  };
  beforeAll(async () => {
    cpSync(join(fixtures, 'full'), contentDir, { recursive: true });
    await wait(2100);
    print();
  });

  it('is that of the bytes of all files, and so is each digest', () => {
    expect(readFileSync(noted, 'utf8')).toContain(file);
    const [known, read] = [fingerprintedFiles(options, cache).digests, fingerprintedFiles(options).digests];
    expect(known.get(file)).toMatch(/^[\w+/]{43}=$/);
    expect([...known]).toEqual([...read]);
  });

  it('is another where a file of the same length has the time that it had', () => {
    const before = print();
    const [text, { atime, mtime, size }] = [readFileSync(file, 'utf8'), statSync(file)];
    writeFileSync(file, text.replace('Plain soreness', 'Plain sorenose'));
    utimesSync(file, atime, mtime);
    expect(statSync(file)).toMatchObject({ size, mtime });
    expect(print()).not.toBe(before);
    writeFileSync(file, text);
    expect(print()).toBe(before);
  });

  it('notes no digest of a file that may change again before a clock tells', () => {
    const before = print();
    writeFileSync(file, readFileSync(file, 'utf8'));
    expect(print()).toBe(before);
    expect(readFileSync(noted, 'utf8')).not.toContain(file);
  });

  it.each(['', '{"a', 'null', '[]', '7', '{"x":1}'])('is the same where the notes are damaged: %j', (text) => {
    const before = print();
    writeFileSync(noted, text);
    expect(print()).toBe(before);
  });

  it('is the same where nothing can be noted', () => {
    expect(fingerprint(options, join(file, 'below'))).toBe(fingerprint(options));
  });
});
