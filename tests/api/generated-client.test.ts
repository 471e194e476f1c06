import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../src/build/options.ts';
import { ownDist } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const run = (program: string, args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: folder });
  return { status, output: stdout + stderr };
};

beforeAll(async () => {
  const description = join(await ownDist(), 'v1/openapi.json');
  const generator = join(root, 'node_modules/openapi-typescript/bin/cli.js');
  const typescript5 = join(root, 'tests/support/typescript-5.ts');
  const made = run(process.execPath, [
    '--import',
    typescript5,
    generator,
    description,
    '-o',
    join(folder, 'client.ts'),
  ]);
  expect(made, made.output).toMatchObject({ status: 0 });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});

/** What the compiler says of a program against the generated client; empty when it is content. */
function compiled(program: string): string {
  writeFileSync(join(folder, 'program.ts'), `${imports}\n${program}\n`);
  const strict = ['--noEmit', '--strict', '--target', 'ES2024', '--module', 'ESNext', '--moduleResolution', 'bundler'];
  const files = ['--types', '', '--allowImportingTsExtensions', join(folder, 'program.ts')];
  return run(join(root, 'node_modules/typescript/bin/tsc'), [...strict, ...files]).output;
}

const imports = `
import type { paths } from './client.ts';
type Answer<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer A } } } };
} ? A : never;
`;

describe('a client that openapi-typescript generates', () => {
  it('reads a record of each kind, a finding and a compared row without a cast', () => {
    expect(
      compiled(`
export function read(lookup: Answer<'/v1/lookup'>, pair: Answer<'/v1/interactions'>, compared: Answer<'/v1/compare'>): string[] {
  const { data, must_not, last_updated } = lookup;
  const texts = [...must_not, last_updated, data.match.method, data.sources[0]?.url ?? ''];
  if (data.type === 'medication') texts.push(data.profile.blackBox?.warning ?? '', data.profile.taperingInfo?.tier ?? '');
  else if (data.type === 'supplement') texts.push(data.profile.whyFormMatters ?? '', data.profile.forms?.[0]?.form ?? '');
  else texts.push(data.profile.regulatoryStatus ?? '', data.profile.greyMarketRisks?.[0] ?? '');
  for (const finding of 'findings' in pair.data ? pair.data.findings : pair.data.pairs.flatMap((one) => one.findings)) {
    const severity: 'major' | 'moderate' | 'minor' | 'food' = finding.severity;
    texts.push(severity, finding.documented_in.slug, finding.documented_in.canonical_url ?? '');
  }
  for (const row of compared.data.rows) {
    const [a, b] = row.values;
    for (const value of [a, b]) texts.push(value === null ? 'not stated' : typeof value === 'string' ? value : value.join(', '));
  }
  return texts;
}
export const kinds = (one: Answer<'/v1/medication/{slug}'>, two: Answer<'/v1/supplement/{slug}'>, three: Answer<'/v1/peptide/{slug}'>) =>
  [one.data.profile.genericName, two.data.profile.whatItIs, three.data.profile.adminRoute];
`),
    ).toBe('');
  });

  it('knows that a supplement has no boxed warning', () => {
    expect(
      compiled(`
export const read = ({ data }: Answer<'/v1/lookup'>) => (data.type === 'supplement' ? data.profile.blackBox : undefined);
`),
    ).toContain("Property 'blackBox' does not exist");
  });
});
