import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations, toolListing } from '../../src/api/operations.ts';
import { root } from '../../src/build/options.ts';
import { schemaSet } from '../../src/catalog/schemas.ts';
import { kinds } from '../../src/schema/kinds.ts';
import { fixtureDist, ownDist } from '../support/build.ts';
import { words } from '../support/lists.ts';

const schemas = schemaSet(join(root, 'src/schema'));
const jsonFiles = (dist: string): string[] =>
  readdirSync(join(dist, 'v1'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
const read = (dist: string, path: string) => JSON.parse(readFileSync(join(dist, 'v1', path), 'utf8'));

describe.each([
  ['the fixture catalog', fixtureDist],
  ['our own catalog', ownDist],
])('v1 of %s', (_, built) => {
  let dist = '';
  beforeAll(async () => {
    dist = await built();
  });

  it('is made of envelopes that pass their schema, but for openapi.json', () => {
    const validate = schemas('envelope.json');
    const broken = jsonFiles(dist).filter((file) => file !== 'openapi.json' && !validate(read(dist, file)));
    expect(broken).toEqual([]);
  });

  it('gives profiles that pass the public schema of their kind, with the fields of the contract', () => {
    for (const kind of kinds) {
      for (const file of readdirSync(join(dist, 'v1', kind)).filter((name) => name.endsWith('.json'))) {
        const { data, source_url } = read(dist, `${kind}/${file}`);
        const validate = schemas(`profile/${kind}.json`);
        expect(validate(data.profile), `${file}: ${JSON.stringify(validate.errors)}`).toBe(true);
        expect(Object.keys(data).toSorted()).toEqual(words`
          canonical_url contraindications identifiers practical profile related slug sold_as sources support trial_findings type`);
        expect(data.canonical_url).toBe(source_url);
      }
    }
  });

  it("dates an answer with the manifest's date of its record", () => {
    const manifest = JSON.parse(readFileSync(join(dist, 'llms-index.json'), 'utf8'));
    for (const { kind, slug, lastModified } of manifest.files)
      expect(read(dist, `${kind}/${slug}.json`).last_updated).toBe(lastModified);
  });

  it('holds nothing empty inside a profile', () => {
    const empties: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (value === null || value === '' || (typeof value === 'object' && Object.keys(value as object).length === 0))
        empties.push(path);
      else if (typeof value === 'object')
        for (const [key, one] of Object.entries(value as object)) visit(one, `${path}.${key}`);
    };
    for (const kind of kinds) {
      for (const file of readdirSync(join(dist, 'v1', kind)).filter((name) => name.endsWith('.json')))
        visit(read(dist, `${kind}/${file}`).data.profile, file);
    }
    expect(empties).toEqual([]);
  });
});

describe('a kind', () => {
  it.each(kinds)('%s: has its count and how to look one up, and no list to download', async (kind) => {
    const dist = await fixtureDist();
    const body = read(dist, `${kind}.json`);
    const slugs = readdirSync(join(dist, 'v1', kind))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.replace('.json', ''));
    expect(body.data).toMatchObject({ type: kind, count: slugs.length });
    expect(body.data.links.record).toMatch(new RegExp(`/v1/${kind}/\\{slug\\}$`));
    for (const slug of slugs) expect(JSON.stringify(body)).not.toContain(slug);
  });
});

describe('one table', () => {
  it('lists the same tools for REST as for MCP, each with an endpoint', async () => {
    const dist = await fixtureDist();
    expect(read(dist, 'tools.json').data.tools).toEqual(JSON.parse(JSON.stringify(toolListing())));
    const listed = read(dist, 'index.json').data.endpoints.filter(({ tool }: { tool: string | null }) => tool);
    expect(listed.map(({ tool, path, method }: Record<string, string>) => [tool, path, method])).toEqual(
      operations.map(({ tool, path, method }) => [tool, path, method]),
    );
  });

  it('has the seven tools of docs/contract.md, six of them read-only', () => {
    expect(operations.map(({ tool }) => tool)).toEqual(words`
      lookup_medication check_funding_bias find_lifestyle_alternatives check_interactions compare_medications search
      report_hallucination`);
    expect(operations.filter(({ annotations }) => annotations.readOnlyHint).length).toBe(6);
    expect(operations.every(({ annotations }) => !annotations.openWorldHint && !annotations.destructiveHint)).toBe(
      true,
    );
  });

  it('stays under 4,000 tokens as a tool list', () => {
    // Three characters a token is a careful guess for JSON with English sentences; `npm run bench` reports four.
    expect(JSON.stringify({ tools: toolListing() }).length / 3).toBeLessThan(4000);
  });
});
