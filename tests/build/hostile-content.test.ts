import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/build/fingerprint.ts';
import { root } from '../../src/build/options.ts';
import { inspectCatalog, type LoadOptions } from '../../src/catalog/load.ts';
import { readProse } from '../../src/catalog/prose-pages.ts';
import { copyOf, fixtures } from '../support/build.ts';

const optionsOf = (contentDir: string, followLinks = false): LoadOptions => ({
  contentDir,
  defaultsDir: join(root, 'content'),
  schemaDir: join(root, 'src/schema'),
  followLinks,
});
const SECRET = 'DEPLOY_TOKEN=tok_1234567890';

function secretFile(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'materia-secret-')), 'secret.md');
  writeFileSync(path, `---\ntitle: About\ndescription: About this.\n---\n\n${SECRET}\n`);
  return path;
}

describe('content of strangers', () => {
  it.each([
    ['a page', 'pages/about.md'],
    ['a vocabulary', 'vocabulary/known-names.tsv'],
    ['a record', 'medication/other.yaml'],
    ['a folder', 'corrections'],
  ])('that is a link in place of %s is refused', (_, path) => {
    const content = copyOf(join(fixtures, 'full'));
    rmSync(join(content, path), { recursive: true, force: true });
    mkdirSync(join(content, path, '..'), { recursive: true });
    symlinkSync(path === 'corrections' ? tmpdir() : secretFile(), join(content, path));
    const { problems } = inspectCatalog(optionsOf(content));
    expect(problems).toContainEqual(
      expect.objectContaining({ file: expect.stringContaining(path), reason: expect.stringContaining('is a link') }),
    );
  });

  it('never makes a build that holds what a link leads to', () => {
    const content = copyOf(join(fixtures, 'full'));
    mkdirSync(join(content, 'pages'), { recursive: true });
    symlinkSync(secretFile(), join(content, 'pages/about.md'));
    const outDir = join(content, '../dist');
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, CONTENT_DIR: content, OUT_DIR: outDir };
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/build.ts')], {
      cwd: root,
      encoding: 'utf8',
      env,
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('is a link')]);
    expect(stderr).not.toContain(SECRET);
  });

  it('mounted as links, which an operator allows, changes the fingerprint when a record does', () => {
    const mounted = mkdtempSync(join(tmpdir(), 'materia-mounted-'));
    // As Kubernetes mounts a ConfigMap: names lead to ..data, which leads to the version.
    const version = (name: string, mark: string) => {
      cpSync(join(fixtures, 'full'), join(mounted, name), { recursive: true });
      writeFileSync(join(mounted, name, 'medication/mark.txt'), mark);
    };
    version('..2026_1', 'first');
    symlinkSync('..2026_1', join(mounted, '..data'));
    mkdirSync(join(mounted, 'medication'));
    for (const file of readdirSync(join(mounted, '..2026_1/medication')))
      symlinkSync(join('../..data/medication', file), join(mounted, 'medication', file));
    const before = fingerprint(optionsOf(join(mounted, 'medication'), true));
    version('..2026_2', 'second');
    symlinkSync('..2026_2', join(mounted, '..next'));
    renameSync(join(mounted, '..next'), join(mounted, '..data'));
    expect(readFileSync(join(mounted, 'medication/mark.txt'), 'utf8')).toBe('second');
    expect(fingerprint(optionsOf(join(mounted, 'medication'), true))).not.toBe(before);
  });

  it('cannot grow by aliases in the front matter of a page', () => {
    const bomb = '---\na: &a "xxxxxxxxxx"\nb: &b [*a, *a, *a, *a]\ntitle: *b\ndescription: d\n---\n\nText.\n';
    const { page, problems } = readProse('about.md', bomb);
    expect(page).toBeUndefined();
    expect(problems.length).toBeGreaterThan(0);
    expect(readProse('about.md', '---\ntitle: &t T\ndescription: *t\n---\n\nText.\n').page).toBeUndefined();
  });
});

const straced = spawnSync('strace', ['-V']).status === 0;
describe.runIf(straced)('a check of strangers’ content', () => {
  it('asks no network', () => {
    const content = copyOf(join(fixtures, 'full'));
    const log = join(content, '../calls');
    const args = ['-f', '-e', 'trace=connect', '-o', log, process.execPath, join(root, 'scripts/check.ts')];
    expect(spawnSync('strace', args, { cwd: root, env: { PATH: process.env.PATH, CONTENT_DIR: content } }).status).toBe(
      0,
    );
    const calls = readFileSync(log, 'utf8').split('\n');
    expect(calls.filter((call) => /connect\(.*AF_INET/.test(call))).toEqual([]);
  });
});
