import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeOfflineFiles } from '../../src/build/offline-files.ts';
import type { Edition } from '../../src/publish/edition.ts';

const FILES = {
  'sw.js': '/_astro/offline-worker-abc.js',
  '_astro/offline-worker-abc.js': 'the worker',
  '_astro/page.js': 'a script',
  '_astro/page.js.br': 'not asked for by its name',
  'app.webmanifest': '{}',
  'icon.svg': '<svg/>',
  'my-list.html': 'my list',
  'interactions.html': 'the checker',
  'v1/browser.json': '{}',
  'medication/testamine.html': 'a page',
  'v1/interactions/medication/testamine.json': '{"data":1}',
  'v1/medication/testamine.json': '{"data":2}',
};

function siteWith(
  files: Readonly<Record<string, string>>,
  { offline = true, baseUrl = 'https://materia.test' } = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'materia-offline-'));
  for (const [path, body] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), body);
  }
  const site = { siteUrl: 'https://materia.test', baseUrl, offline };
  const entries = [{ kind: 'medication', slug: 'testamine' }];
  writeOfflineFiles({ updated: '2026-11-21', catalog: { site, entries } } as unknown as Edition, folder);
  return folder;
}

const planOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'offline.json'), 'utf8'));
const begun = (text: string): string => hash('sha256', text).slice(0, 16);

describe('the plan of what a device keeps', () => {
  it('names each file by its address with the beginning of its digest, and a record by that of its three', () => {
    const folder = siteWith(FILES);
    const { files, records, date, api } = planOf(folder);
    expect([date, api]).toEqual(['2026-11-21', '/v1']);
    expect(files).toEqual({
      '/app.webmanifest': begun('{}'),
      '/icon.svg': begun('<svg/>'),
      '/interactions': begun('the checker'),
      '/my-list': begun('my list'),
      '/_astro/page.js': begun('a script'),
      '/v1/browser.json': begun('{}'),
    });
    const three = ['a page', '{"data":1}', '{"data":2}'].map((body) => hash('sha256', body));
    expect(records).toEqual({ 'medication/testamine': begun(three.join('')) });
    expect(readFileSync(join(folder, 'sw.js'), 'utf8')).toBe('the worker');
    expect(existsSync(join(folder, '_astro/offline-worker-abc.js'))).toBe(false);
  });

  it('has another name where any file is another, and the same where none is', () => {
    const { build } = planOf(siteWith(FILES));
    expect(planOf(siteWith(FILES)).build).toBe(build);
    for (const path of [
      '_astro/page.js',
      'medication/testamine.html',
      'v1/medication/testamine.json',
      '_astro/offline-worker-abc.js',
    ])
      expect(planOf(siteWith({ ...FILES, [path]: 'another' })).build).not.toBe(build);
  });

  it('gives whole addresses of an API that lives elsewhere', () => {
    const { api, files, records } = planOf(siteWith(FILES, { baseUrl: 'https://api.test/base' }));
    expect(api).toBe('https://api.test/base/v1');
    expect(files).toHaveProperty(['https://api.test/base/v1/browser.json'], begun('{}'));
    expect(records).toEqual(planOf(siteWith(FILES)).records);
  });

  it('is not there where the site offers none, and the worker removes itself', () => {
    const folder = siteWith(FILES, { offline: false });
    expect(existsSync(join(folder, 'offline.json'))).toBe(false);
    expect(readFileSync(join(folder, 'sw.js'), 'utf8')).toContain('registration.unregister()');
  });
});
