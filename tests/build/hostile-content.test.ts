import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow } from '../../src/build/file-system.ts';
import { fingerprint } from '../../src/build/fingerprint.ts';
import { root } from '../../src/build/options.ts';
import { inspectCatalog, type LoadOptions } from '../../src/catalog/load.ts';
import { readProse } from '../../src/catalog/prose-pages.ts';
import { fixtures, smallCopyOf } from '../support/build.ts';
import { runScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const optionsOf = (contentDir: string, followLinks = false): LoadOptions => ({
  contentDir,
  defaultsDir: join(root, 'content'),
  schemaDir: join(root, 'src/schema'),
  followLinks,
});
const SECRET = 'DEPLOY_TOKEN=tok_1234567890';

function secretFile(): string {
  const path = join(temporaryFolder(), 'secret.md');
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
    const content = smallCopyOf('full');
    rmSync(join(content, path), { recursive: true, force: true });
    mkdirSync(join(content, path, '..'), { recursive: true });
    symlinkSync(path === 'corrections' ? tmpdir() : secretFile(), join(content, path));
    const { problems } = inspectCatalog(optionsOf(content));
    expect(problems).toContainEqual(
      expect.objectContaining({ file: expect.stringContaining(path), reason: expect.stringContaining('is a link') }),
    );
  });

  it('never makes a build that holds what a link leads to', () => {
    const content = smallCopyOf('full');
    mkdirSync(join(content, 'pages'), { recursive: true });
    symlinkSync(secretFile(), join(content, 'pages/about.md'));
    const outDir = join(content, '../dist');
    const { status, stderr } = runScript('build', [], { env: { CONTENT_DIR: content, OUT_DIR: outDir } });
    expect([status, stderr]).toEqual([1, expect.stringContaining('is a link')]);
    expect(stderr).not.toContain(SECRET);
  });

  it('mounted as links, which an operator allows, changes the fingerprint when a record does', () => {
    const mounted = temporaryFolder();
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

describe('a whole build of strangers’ content', () => {
  const secret = secretFile();
  /** A file of the machine and the environment, asked for in every way that prose has. */
  const GREEDY = `---
title: About
description: About this.
---

![a picture](${secret}) ![another](../../../../../../..${secret}) [a page](/../..${secret})

import secret from '${secret}'
import { temporaryFolder } from '../support/temporary-folder.ts';

{process.env.SECRET_TOKEN} {import.meta.env.SECRET_TOKEN} %SECRET_TOKEN% $SECRET_TOKEN
`;
  const place = temporaryFolder();
  const content = join(place, 'content');
  renameSync(smallCopyOf('full'), content);
  mkdirSync(join(content, 'pages'), { recursive: true });
  writeFileSync(join(content, 'pages/about.md'), GREEDY);
  const home = join(place, 'home');
  const packages = realpathSync(join(root, 'node_modules'));
  /** Secrets under any name that a bundler may hand on. */
  const secrets = Object.fromEntries(
    ['SECRET_TOKEN', 'PUBLIC_TOKEN', 'VITE_TOKEN', 'ASTRO_TOKEN', 'npm_config__authToken'].map((name) => [
      name,
      `${name}-in-the-clear`,
    ]),
  );
  const build = (command: string, args: readonly string[], outDir: string) =>
    spawnSync(command, [...args, join(root, 'scripts/build.ts')], {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...secrets,
        PATH: process.env.PATH,
        HOME: home,
        CONTENT_DIR: content,
        OUT_DIR: outDir,
        CACHE_DIR: `${outDir}-cache`,
        WATCH_FILE: join(place, 'watched'),
      },
    });
  const isBelow = (path: string, ...folders: string[]) =>
    folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
  const isOutput = (path: string) => path.startsWith(join(place, 'dist'));
  /** Where bundler and image library look what machine this is, and whether the project is a part of a larger one. */
  const ofTheMachine = /^\/(?:proc\/(?:version|self\/exe|sys\/fs\/binfmt_misc\/WSLInterop)|run\/WSL|usr\/bin\/ldd)$/;
  const ofALargerProject = /\/(?:pnpm-workspace\.yaml|lerna\.json|package\.json|deno\.jsonc?|tsconfig\.json)$/;
  const isParent = (path: string) =>
    [root, packages].some((folder) => !relative(dirname(path), folder).startsWith('..'));
  const mayRead = (path: string) =>
    isBelow(path, root, packages, content) ||
    isOutput(path) ||
    ofTheMachine.test(path) ||
    (ofALargerProject.test(path) && isParent(path)) ||
    path === join(home, '.config/astro/settings.json');
  const mayWrite = (path: string) =>
    isBelow(path, join(root, '.build'), join(root, '.astro')) ||
    isOutput(path) ||
    path === place ||
    path.startsWith(join(content, 'ledger.json'));

  it('reads nothing beyond it and the project, writes nothing but its output, and asks no network', () => {
    const outDir = join(place, 'dist');
    const allowed = [root, packages, content].map((folder) => `--allow-fs-read=${folder}/*`);
    const watch = ['--permission-audit', '--allow-addons', '--allow-worker', ...allowed];
    const program = join(root, 'tests/support/watch-process.ts');
    const { status, stdout, stderr } = build(process.execPath, [...watch, '--import', program], outDir);
    expect([status, stderr.replace(/^.*(?:SecurityWarning|trace-warnings).*\n/gm, ''), stdout]).toEqual([
      0,
      '',
      expect.stringContaining('Built'),
    ]);
    const seen = readFileSync(join(place, 'watched'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as [string, string]);
    const of = (what: string) => [...new Set(seen.filter(([name]) => name === what).map(([, path]) => path))];
    // The watch itself works: what is certain to happen was seen.
    expect(of('FileSystemWrite')).toContainEqual(expect.stringContaining(outDir));
    expect(of('FileSystemRead').filter((path) => !mayRead(path))).toEqual([]);
    expect(of('FileSystemWrite').filter((path) => !mayWrite(path.replace(/\/$/, '')))).toEqual([]);
    expect(of('ChildProcess').filter((path) => !isBelow(path, packages, join(root, 'node_modules')))).toEqual([]);
    expect([...of('Lookup'), ...of('Connect')]).toEqual([]);
    // Nothing of the environment, of the machine or of where it was built is published.
    const published = filesBelow(outDir).map((path) => [path, readFileSync(join(outDir, path), 'latin1')] as const);
    expect(published.length).toBeGreaterThan(100);
    const traces = [...Object.values(secrets), SECRET, place, root];
    expect(published.filter(([, text]) => traces.some((trace) => text.includes(trace))).map(([path]) => path)).toEqual(
      [],
    );
  });

  it.runIf(spawnSync('strace', ['-V']).status === 0)(
    'nor do its packages, addons and helpers, by what the system is asked for',
    () => {
      const log = join(place, 'calls');
      const calls = ['-f', '--seccomp-bpf', '-qq', '-e', 'signal=none', '-e', 'trace=open,openat,connect', '-o', log];
      expect(build('strace', [...calls, process.execPath], join(place, 'dist-traced')).status).toBe(0);
      const lines = readFileSync(log, 'utf8').split('\n');
      expect(lines.filter((line) => /connect\(.*AF_INET/.test(line))).toEqual([]);
      const opened = lines.flatMap((line) => /open(?:at)?\((?:\w+, )?"([^"]+)".* = \d+$/.exec(line)?.[1] ?? []);
      expect(opened).toContainEqual(expect.stringContaining('/content/pages/about.md'));
      // Packages in other languages write past Node.
      const written = lines.flatMap(
        (line) => /open(?:at)?\((?:\w+, )?"([^"]+)", O_(?:WRONLY|RDWR)/.exec(line)?.[1] ?? [],
      );
      expect(written).toContainEqual(expect.stringContaining(join(root, '.build')));
      expect([...new Set(written)].filter((path) => !mayWrite(path) && !path.startsWith('/dev/'))).toEqual([]);
      const ofTheSystem =
        /^\/(?:proc|sys|dev|lib|lib64|usr)\/|^\/etc\/(?:ld\.so\.(?:cache|preload)|localtime|resolv\.conf|nsswitch\.conf|host\.conf|hosts|ssl\/.*|os-release)$/;
      expect(
        [...new Set(opened)].filter((path) => isAbsolute(path) && !mayRead(path) && !ofTheSystem.test(path)),
      ).toEqual([]);
    },
  );
});
