import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it, vi } from 'vitest';
import { unpackedBrowser } from '../support/browser.ts';

it('starts from a folder of its own, whatever browser another project left in the temporary folder', () => {
  const temporary = mkdtempSync(join(inject('runDir'), 'temporary-'));
  writeFileSync(join(temporary, 'chromium'), '#!/bin/sh\necho an older browser\n', { mode: 0o700 });
  const parent = mkdtempSync(join(inject('runDir'), 'project-'));
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
