import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/api/operations.ts';
import { problems } from '../../src/api/problem.ts';
import * as limits from '../../src/api/request-limits.ts';
import { root } from '../../src/build/options.ts';
import { fixtureDist } from '../support/build.ts';
import { words } from '../support/lists.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let description = JSON.parse('{}');
let file = '';
beforeAll(async () => {
  const text = readFileSync(join(await fixtureDist(), 'v1/openapi.json'), 'utf8');
  description = JSON.parse(text);
  file = join(temporaryFolder(), 'openapi.json');
  writeFileSync(file, text);
});

describe('the list of problems', () => {
  const { kibibytes } = limits;
  it.each([
    ['invalid_parameter', `${limits.MAX_NAME} characters`],
    ['invalid_parameter', `1 to ${limits.MAX_LIMIT}`],
    ['request_timeout', `head within ${limits.HEAD_MS / 1000} seconds`],
    ['request_timeout', `request within ${limits.REQUEST_MS / 1000}.`],
    ['payload_too_large', kibibytes(limits.LARGEST_REPORT)],
    ['payload_too_large', kibibytes(limits.LARGEST_MESSAGE)],
    ['headers_too_large', kibibytes(limits.LARGEST_HEAD)],
  ] as const)('says at %s what holds: %s', (code, limit) => {
    expect(problems[code].remedy).toContain(limit);
  });
});

describe('openapi.json', () => {
  it('is clean under the recommended rules of Redocly', () => {
    const { status, stdout, stderr } = spawnSync(
      join(root, 'node_modules/.bin/redocly'),
      ['lint', file, '--extends', 'recommended', '--format', 'json'],
      { encoding: 'utf8', env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    );
    const { totals, problems: found } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    expect({
      totals,
      found: found.map((one: { ruleId: string; message: string }) => `${one.ruleId}: ${one.message}`),
      stderr: status === 0 ? '' : stderr,
    }).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  });

  it('describes every operation with its inputs and its problems', () => {
    for (const { path, method, tool, input, problems: codes } of operations) {
      const operation = description.paths[path][method.toLowerCase()];
      expect(operation.operationId).toBe(tool);
      if (method === 'GET')
        expect(operation.parameters.map(({ name }: { name: string }) => name)).toEqual(
          Object.keys(input.properties as object),
        );
      for (const code of codes) expect(Object.keys(operation.responses)).toContain(String(problems[code].status));
    }
  });

  it('has patterns of names in plain ranges, which refuse what the service refuses', () => {
    const { schema } = description.paths['/v1/lookup'].get.parameters[0];
    const pattern = new RegExp(schema.pattern, 'u');
    // Python has no \\p{...}: what it cannot read, its generators leave out.
    expect(schema.pattern).not.toMatch(/\\[pP]\{/);
    const { parameters } = description.paths['/v1/interactions'].get;
    expect(parameters.find(({ name }: { name: string }) => name === 'more').schema.items.pattern).toBe(schema.pattern);
    for (const name of ['warfarin', 'St. John’s wort', 'ω-3', 'vitamin B12\u00a0']) expect(name).toMatch(pattern);
    for (const name of ['', '  ', '\u3000', 'war\nfarin', 'a\0', '\u0085', '\u007f']) expect(name).not.toMatch(pattern);
  });

  it('lets a report say null for what it leaves out, as the service does', () => {
    const { schema } = description.paths['/v1/report-hallucination'].post.requestBody.content['application/json'];
    const types = Object.entries<{ type: unknown }>(schema.properties).map(([name, { type }]) => [name, type]);
    expect(Object.fromEntries(types)).toMatchObject({ claim: 'string', notes: ['string', 'null'] });
  });

  it('names every address of docs/contract.md', () => {
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining(words`
        /v1 /v1/tools /v1/openapi.json /v1/lookup /v1/medication/{slug} /v1/supplement/{slug} /v1/peptide/{slug}
        /v1/funding-bias /v1/lifestyle-alternatives /v1/interactions /v1/compare /v1/search /v1/report-hallucination`),
    );
    expect(description.openapi).toBe('3.1.1');
  });
});
