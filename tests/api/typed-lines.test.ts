import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openNames } from '../../src/names/name-index.ts';
import { shardedTables } from '../../src/names/name-shards.ts';
import { resolveName } from '../../src/names/resolve.ts';
import { fixtureDist } from '../support/build.ts';
import { postJson, type TestApp, testApp } from '../support/function-app.ts';
import { readerOf, shardsOf } from '../support/shard-files.ts';

let app: TestApp;
let box: (line: string) => string;

beforeAll(async () => {
  const dist = await fixtureDist();
  app = await testApp();
  const { browser, files } = shardsOf(dist);
  box = (line) => {
    const reader = readerOf(files);
    const names = openNames(shardedTables(browser.names, reader.shards));
    const resolution = reader.answer(() => resolveName(names, line));
    return resolution.status === 'found'
      ? JSON.stringify([resolution.record.slug, resolution.match.method, resolution.match.as_written])
      : resolution.status;
  };
}, 300_000);

interface Told {
  readonly slug: string;
  readonly match: { readonly method: string; readonly as_written?: object };
}
const told = ({ slug, match }: Told): string => JSON.stringify([slug, match.method, match.as_written]);

async function rest(line: string): Promise<string> {
  const response = await app.ask(`/v1/lookup?name=${encodeURIComponent(line)}`);
  const body = (await response.json()) as { data: Told; code: string };
  return response.ok ? told(body.data) : body.code;
}

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: unknown;
}

/** The same by MCP. */
async function tool(line: string): Promise<string> {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'lookup_medication', arguments: { name: line } },
  };
  const response = await app.ask(
    '/mcp',
    postJson(call, { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-06-18' }),
  );
  const { result } = (await response.json()) as { result: ToolResult };
  if (result.isError) return (JSON.parse(result.content[0]?.text ?? '') as { code: string }).code;
  return told((result.structuredContent as { data: Told }).data);
}

const names = ['testamine', 'Testamine', 'plainol', 'testroot', 'testamin', 'warfarin', 'Percocet', 'nothing at all'];
const strengths = ['', '5 mg', '50mg', '5/325 mg', '100 units/mL', '81'];
const directions = [
  '',
  '1 tablet by mouth daily',
  'PO BID',
  'q6h prn pain',
  '1 tab(s), oral, once a day',
  '- stopped',
  'xyz',
  'with plainol',
];
const line = fc
  .tuple(
    fc.constantFrom('', '1) ', '- ', 'Tab. '),
    fc.constantFrom(...names),
    fc.constantFrom(...strengths),
    fc.constantFrom(...directions),
  )
  .map((parts) => parts.join(' ').replace(/ +/g, ' ').trim());

const codes = [
  'unii:0A0A0A0A0A',
  'UNII 0a0a0a0a0a',
  'rxcui:312961',
  'rxcui:855332',
  'rxcui:1000001',
  'rxcui:99999999',
  'unii:5Q7ZVV76EI',
];

describe('a code of a product or an ingredient', () => {
  it.each(codes)('%s has one answer from REST, the tool and the box', async (code) => {
    expect([await rest(code), await tool(code)]).toEqual([box(code), box(code)]);
  });
});

describe('a typed line', () => {
  it('has one answer from REST, the tool and the box', async () => {
    await fc.assert(
      fc.asyncProperty(line, async (text) => {
        const expected = box(text);
        const answers = await Promise.all([rest(text), tool(text)]);
        // A class is the vocabulary's: the box asks it after the names.
        if (answers.every((one) => one === 'is_a_class')) return;
        expect(answers, text).toEqual([expected, expected]);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
