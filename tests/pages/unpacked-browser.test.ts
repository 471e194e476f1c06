import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { unpackedBrowser } from '../support/browser.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('starts from a folder of its own, whatever browser another project left in the temporary folder', () => {
  const temporary = temporaryFolder();
  writeFileSync(join(temporary, 'chromium'), '#!/bin/sh\necho an older browser\n', { mode: 0o700 });
  const parent = temporaryFolder();
  vi.stubEnv('TMPDIR', temporary);
  try {
    const folder = unpackedBrowser(parent);
    expect(unpackedBrowser(parent)).toBe(folder);
    expect(readdirSync(parent)).toHaveLength(1);
    expect(existsSync(join(folder, 'fonts'))).toBe(true);
    const elf = readFileSync(join(folder, 'chromium')).subarray(0, 4).toString('latin1');
    expect(elf).toBe('\u007fELF');
    const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib') };
    expect(execFileSync(join(folder, 'chromium'), ['--version', '--no-sandbox'], { env, encoding: 'utf8' })).toMatch(
      /Chrom/,
    );
  } finally {
    vi.unstubAllEnvs();
  }
});
