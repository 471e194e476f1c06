import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/options.ts';

const src = join(root, 'src');

/** Who may import whom, as DESIGN.md says. */
const mayImport: Record<string, readonly string[]> = {
  schema: [],
  names: ['schema'],
  profile: ['schema', 'names'],
  catalog: ['schema', 'profile', 'names'],
  api: ['schema', 'profile', 'names'],
  publish: ['schema', 'profile', 'names', 'api', 'catalog'],
  components: ['schema', 'profile', 'names', 'api', 'publish', 'client', 'styles', 'catalog'],
  // The recipes of the developers page are texts of content/pages, shown as they stand.
  pages: ['schema', 'profile', 'names', 'api', 'publish', 'client', 'styles', 'catalog', 'components', '..'],
  client: ['schema', 'names', 'profile', 'api'],
  function: ['schema', 'api', 'profile', 'names'],
};

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(?:ts|astro)$/.test(file));

/** Rooms that a file imports from, and packages, each with whether only types are taken. */
function imports(file: string): { room?: string; name?: string; typeOnly: boolean }[] {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'/gm)].map(([, typeOnly, from = '']) => {
    const isOurs = from.startsWith('.');
    const target = isOurs ? relative(src, join(src, file, '..', from)) : from;
    return isOurs
      ? { room: target.split('/')[0] as string, typeOnly: Boolean(typeOnly) }
      : { name: target, typeOnly: Boolean(typeOnly) };
  });
}

describe('rooms', () => {
  it.each(files)('%s imports only what its room may', (file) => {
    const own = file.split('/')[0] as string;
    const foreign = imports(file).flatMap(({ room }) => (room && room !== own ? [room] : []));
    expect(foreign.filter((room) => !mayImport[own]?.includes(room))).toEqual([]);
  });

  it('keeps YAML and ajv in the catalog, and Node out of what runs everywhere', () => {
    const offenders = files.flatMap((file) => {
      const own = file.split('/')[0] as string;
      return imports(file).flatMap(({ name = '', typeOnly }) => {
        const isYaml = /^(?:yaml|ajv)/.test(name) && !['catalog', 'publish'].includes(own);
        const isNode = name.startsWith('node:') && ['names', 'profile', 'api', 'client', 'schema'].includes(own);
        return !typeOnly && (isYaml || isNode) ? [`${file}: ${name}`] : [];
      });
    });
    expect(offenders).toEqual([]);
  });

  it('lets nobody import pages or function', () => {
    const offenders = files.filter((file) =>
      imports(file).some(
        ({ room }) => room !== undefined && ['pages', 'function'].includes(room) && room !== file.split('/')[0],
      ),
    );
    expect(offenders).toEqual([]);
  });
});
