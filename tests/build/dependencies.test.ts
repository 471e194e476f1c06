import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type Font } from 'fontkitten';
import { beforeAll, describe, expect, it } from 'vitest';
import { noticesOf } from '../../src/build/bundled-packages.ts';
import { dependencyProblems, productionDependencies } from '../../src/build/dependencies.ts';
import { root } from '../../src/build/options.ts';
import { ownDist } from '../support/build.ts';
import { readList } from '../support/file-lists.ts';
import { words } from '../support/lists.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const json = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const dependencies = productionDependencies(json('package-lock.json'));

describe('what building and serving need', () => {
  it('stands in docs/dependencies.txt, under licences that were looked at', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/licenses.ts'), '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  // npm leaves out what other platforms alone would install.
  it('holds all that npm itself lists', () => {
    const args = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx'];
    const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
    const { components } = JSON.parse(stdout) as { components: { name: string; version: string; group?: string }[] };
    const listed = components.map(({ name, version }) => `${name}@${version}`);
    expect(dependencies.map(({ name, version }) => `${name}@${version}`)).toEqual(
      expect.arrayContaining([...new Set(listed)]),
    );
    expect(listed.length).toBeGreaterThan(200);
  });

  it('runs a program at its installation only where package.json says so', () => {
    const scripted = dependencies.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
    expect(Object.keys(json('package.json').allowScripts)).toEqual(expect.arrayContaining(scripted));
  });

  it('is refused under a licence that nobody looked at, under none, and without a digest', () => {
    const lock = (of: object) => ({
      packages: { '': { version: '1' }, 'node_modules/a': { version: '1.0.0', ...of } },
    });
    const problemsOf = (of: object) => dependencyProblems(productionDependencies(lock(of)));
    expect(problemsOf({ license: 'MIT', integrity: 'sha512-x' })).toEqual([]);
    expect(problemsOf({ license: 'AGPL-3.0', integrity: 'sha512-x' })).toEqual([
      expect.stringContaining('a@1.0.0 is under AGPL-3.0'),
    ]);
    expect(problemsOf({ license: 'LGPL-3.0-or-later', integrity: 'sha512-x' })).toHaveLength(1);
    expect(problemsOf({ integrity: 'sha512-x' })).toEqual([expect.stringContaining('no licence')]);
    expect(problemsOf({ license: 'MIT' })).toEqual([expect.stringContaining('no integrity')]);
    expect(problemsOf({ license: 'AGPL-3.0', dev: true })).toEqual([]);
  });
});

describe('/licenses.txt', () => {
  let dist: string;
  beforeAll(async () => {
    dist = await ownDist();
  });

  it('has the text and the notice of everything of others that pages bring to a browser', () => {
    const text = readFileSync(join(dist, 'licenses.txt'), 'utf8');
    const named = [...text.matchAll(/^=+\n(\S+) \d\S* \(/gm)].map(([, name]) => name);
    // What the pages import, and nothing that only the build runs.
    expect(named).toEqual(words`
      @fontsource/source-sans-3 @fontsource/source-serif-4 double-metaphone fastest-levenshtein qr`);
    for (const words of [
      'SIL OPEN FONT LICENSE Version 1.1',
      'Titus Wormer',
      'Permission is hereby granted, free of charge',
    ])
      expect(text).toContain(words);
    const fonts = readdirSync(join(dist, '_astro')).filter((name) => name.endsWith('.woff2'));
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts)
      expect(text).toContain((create(readFileSync(join(dist, '_astro', font))) as Font).copyright);
    expect(readFileSync(join(dist, 'about.html'), 'utf8')).toContain('href="/licenses.txt"');
    expect(readList(dist).files['licenses.txt']).toMatchObject({ bytes: Buffer.byteLength(text) });
  });

  it('is not made of a package that brings no text of its licence', () => {
    const bare = temporaryFolder();
    writeFileSync(join(bare, 'package.json'), '{"name": "bare", "version": "1.0.0", "license": "MIT"}');
    expect(() => noticesOf(new Map([[bare, new Set()]]))).toThrow('bare brings no text of its licence');
    writeFileSync(join(bare, 'LICENCE.md'), 'May be used.');
    expect(noticesOf(new Map([[bare, new Set()]]))).toMatchObject([{ name: 'bare', text: 'May be used.' }]);
  });
});
