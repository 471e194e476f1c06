import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startWorkers } from '../../scripts/start-workers.ts';
import { root } from '../../src/build/options.ts';
import { createReports } from '../../src/function/reports/report-store.ts';
import { schemaSteps } from '../../src/function/reports/schema-steps.ts';
import { type D1, deskConfig, openD1 } from '../../src/function/workers/d1.ts';
import { fixtureDist } from '../support/build.ts';
import { all, postJson } from '../support/function-app.ts';
import { words } from '../support/lists.ts';
import { runScript } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

async function workersOn(change: (dist: string) => void): Promise<string> {
  const distDir = join(temporaryFolder(), 'dist');
  cpSync(await fixtureDist(), distDir, { recursive: true });
  change(distDir);
  const workers = await startWorkers({ distDir, stateDir: temporaryFolder() });
  closing.push(workers.close);
  return workers.address;
}

describe('on workerd', () => {
  let address: string;
  beforeAll(async () => {
    address = await workersOn((dist) => {
      for (const file of ['supplement/testroot.html', 'medication/testamine.md', 'v1/peptide/testide.json'])
        writeFileSync(join(dist, file), readFileSync(join(dist, file), 'utf8').replaceAll('e', 'E'));
    });
  });

  it('a file that is not the one the build wrote is 503, and all others are served', async () => {
    for (const path of words`
      /supplement/testroot /medication/testamine.md /v1/peptide/testide /v1/lookup?name=testide`) {
      const response = await fetch(address + path, { headers: { 'accept-encoding': 'identity' } });
      expect([path, response.status]).toEqual([path, 503]);
    }
    expect((await fetch(`${address}/medication/testamine`)).status).toBe(200);
    expect((await fetch(`${address}/v1/lookup?name=testamine`)).status).toBe(200);
  });

  it('a build that cannot be opened is told in form', async () => {
    const broken = await workersOn((dist) => writeFileSync(join(dist, '.assets.json'), '{ "files": '));
    const response = await fetch(`${broken}/v1/lookup?name=testamine`);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([503, '*']);
    expect(await response.json()).toMatchObject({ code: 'storage_unavailable', data: null });
  });

  it('a body that nobody wants is not taken in to its end', async () => {
    const { hostname, port } = new URL(address);
    let sent = 0;
    await new Promise<void>((resolve) => {
      const asking = request({ hostname, port, method: 'POST', path: '/medication/testamine' });
      const chunk = Buffer.alloc(64 * 1024);
      const write = (): void => {
        while (sent < 40_000_000 && !asking.destroyed) {
          sent += chunk.length;
          if (!asking.write(chunk)) return void asking.once('drain', write);
        }
        asking.end();
      };
      asking.on('response', (response) => response.resume().on('end', resolve)).on('error', () => resolve());
      asking.on('close', () => resolve());
      write();
    });
    expect(sent).toBeLessThan(20_000_000);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });

  it('the platform logs nothing of its own, which would hold addresses and queries', () => {
    expect(readFileSync(join(root, 'wrangler.jsonc'), 'utf8')).toContain('"invocation_logs": false');
  });
});

describe('D1', () => {
  /** D1 as SQLite has it: the same engine, statements one at a time, batches in a transaction. */
  const databaseOf = (store: DatabaseSync): D1 => {
    const prepare = (sql: string, values: readonly (string | number | null)[] = []) => ({
      bind: (...bound: readonly (string | number | null)[]) => prepare(sql, bound),
      all: async () => ({ results: store.prepare(sql).all(...values) }),
    });
    return {
      prepare,
      async batch(statements) {
        store.exec('BEGIN');
        try {
          for (const statement of statements) await statement.all();
          store.exec('COMMIT');
        } catch (error) {
          store.exec('ROLLBACK');
          throw error;
        }
      },
    };
  };

  it('of an earlier release is taken over, once, and a later one is refused', async () => {
    const store = new DatabaseSync(':memory:');
    store.exec((schemaSteps[0] ?? []).join(';'));
    store.exec(`INSERT INTO reports (id, digest, claim, received_at) VALUES ('r-1', 'd', 'A', '2026-01-01')`);
    for (let isolate = 0; isolate < 3; isolate += 1) {
      const reports = createReports(openD1(databaseOf(store)));
      expect((await all(reports)).map(({ id, claim }) => [id, claim])).toEqual([['r-1', 'A']]);
    }
    store.exec('INSERT INTO schema_steps VALUES (99)');
    await expect(createReports(openD1(databaseOf(store))).find('r-1')).rejects.toThrow('of version 99');
  });

  it('that does not answer is given up after five seconds', async () => {
    const never = { bind: () => never, all: () => new Promise<never>(() => {}) };
    const hanging: D1 = { prepare: () => never, batch: () => new Promise(() => {}) };
    vi.useFakeTimers();
    try {
      const refused = expect(createReports(openD1(hanging)).find('r-1')).rejects.toThrow('did not answer in 5000 ms');
      await vi.advanceTimersByTimeAsync(5000);
      await refused;
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the desk', () => {
  const id = '11111111-1111-4111-8111-111111111111';
  const database = { binding: 'REPORTS', database_name: 'materia-reports', database_id: id };

  it('asks for the deployed database, never for a local one of its name', () => {
    expect(deskConfig(database, 'wrangler.jsonc')).toMatchObject({ d1_databases: [{ ...database, remote: true }] });
    for (const placeholder of [undefined, '', '00000000-0000-0000-0000-000000000000'])
      expect(() => deskConfig({ ...database, database_id: placeholder as string }, 'wrangler.jsonc')).toThrow(
        'is a placeholder',
      );
  });

  it('fails where it cannot reach that database, and never says that all is well', () => {
    const folder = temporaryFolder();
    const config = join(folder, 'wrangler.jsonc');
    const own = readFileSync(join(root, 'wrangler.jsonc'), 'utf8');
    writeFileSync(config, own.replace('00000000-0000-0000-0000-000000000000', id));
    // An account that has never logged in.
    const env = { HOME: folder, TMPDIR: folder, CI: 'true' };
    const { status, stdout, stderr } = runScript('reports', ['list', '--workers', '--config', config], {
      cwd: folder,
      env,
    });
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`materia-reports (${id}) at Cloudflare cannot be reached`),
    ]);
    expect(stdout).not.toMatch(/report|deleted/);
    expect(readdirSync(folder).filter((name) => name.startsWith('materia-desk-'))).toEqual([]);
  });

  it('reads what start:workers stored when it is told to, and says which database that is', async () => {
    const stateDir = join(root, '.wrangler/state');
    const workers = await startWorkers({ distDir: await fixtureDist(), stateDir });
    const claim = `A claim of ${crypto.randomUUID()}`;
    const sent = await fetch(`${workers.address}/v1/report-hallucination`, postJson({ claim }));
    const { data } = (await sent.json()) as { data: { id: string } };
    await workers.close();
    const desk = (...args: string[]) => runScript('reports', [...args, '--workers', '--local']);
    const { stdout, stderr } = desk('list');
    expect(stdout).toContain(claim.slice(0, 40));
    expect(stderr).toContain('Database: materia-reports, the local one of start:workers');
    expect(desk('delete', data.id).stdout).toContain('is deleted');
  });
});
