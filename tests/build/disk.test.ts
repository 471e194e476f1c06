import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { diskFault } from '../../src/build/build-command.ts';
import { copyOf, digestsBelow, fixtureDist, fixtures, SITE, smallCopyOf } from '../support/build.ts';
import { runScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let good: string;
beforeAll(async () => {
  good = await fixtureDist();
});

describe('a build for which the disk has no room', () => {
  // In blocks of 512 bytes: too small for what the bundler keeps, for a page with its pictures, for the list of classes and substances.
  it.each([20, 200, 600])(
    'says so in a sentence, and leaves the last good one as it was: files of %i blocks',
    (most) => {
      const place = temporaryFolder();
      const dist = join(place, 'dist');
      cpSync(good, dist, { recursive: true });
      const content = most === 600 ? copyOf(join(fixtures, 'full')) : smallCopyOf('full');
      const before = [digestsBelow(dist), digestsBelow(content)];
      const { status, stdout, stderr } = runScript('build', [], {
        before: ['/bin/sh', '-c', `ulimit -f ${most}; exec "$@"`, 'sh'],
        env: { SITE_URL: SITE, CONTENT_DIR: content, OUT_DIR: dist, ...(most === 20 && { CACHE_DIR: 'none' }) },
      });
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(
          /^The build cannot be written: no file may become that large here \(EFBIG[^\n]*\)\.\nNothing was built; dist\/ is as it was\.\n$/,
        ),
      ]);
      expect(stdout).not.toContain('    at ');
      expect([digestsBelow(dist), digestsBelow(content)]).toEqual(before);
      expect(readdirSync(place)).toEqual(['dist']);
    },
  );

  it('is told from a fault of ours', () => {
    const told = (fields: object) => diskFault(Object.assign(new Error('x'), fields), ['/w', '/d']);
    expect(told({ code: 'ENOSPC', path: '/a' })).toBe(
      'The build cannot be written: no room is left on the disk (ENOSPC, /a).',
    );
    expect(told({ message: 'Failed to write\n\nCaused by:\n    No space left on device (os error 28)' })).toContain(
      '(ENOSPC, in /w or /d)',
    );
    expect(told({ code: 'ENOENT' })).toBeUndefined();
    expect(told({ message: 'os error 281' })).toBeUndefined();
  });
});
