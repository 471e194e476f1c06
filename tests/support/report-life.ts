/**
 * What may happen to reports between whoever sends them and the editor who reads them, as steps in any order: a server in a
 * process of its own that is killed, restarted and left without room on its disk, and an editor's desk beside it. A model
 * holds what was acknowledged, and after each step the store is held against it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { root } from '../../src/build/options.ts';
import { openSqlite } from '../../src/function/node/sqlite.ts';
import { createReports, type Reports, type StoredReport } from '../../src/function/reports/report-store.ts';
import { all, postJson } from './function-app.ts';
import { type RunningServer, startServer } from './function-process.ts';
import { programEnv } from './run-script.ts';

/** A claim and the evidence beside it, by number. */
interface Sent {
  readonly claim: number;
  readonly notes: number;
}
export type Step =
  | ({ readonly do: 'submit' } & Sent)
  | { readonly do: 'resolve' | 'delete'; readonly claim: number }
  /** By the command, as an editor has it; with `killedAfter`, killed in the midst of it. Milliseconds. */
  | { readonly do: 'purge'; readonly killedAfter?: number }
  | { readonly do: 'restart' }
  /** SIGKILL, so long after these were sent all at once. Milliseconds. */
  | { readonly do: 'kill'; readonly during: readonly Sent[]; readonly after: number }
  | { readonly do: 'disk is full' }
  | { readonly do: 'disk has room' };

const claims = fc.nat(4);
const sent: fc.Arbitrary<Sent> = fc.record({ claim: claims, notes: fc.nat(3) });
const times = (count: number, step: fc.Arbitrary<Step>): fc.Arbitrary<Step>[] => Array(count).fill(step);
const doing = <Name extends Step['do']>(name: Name): fc.Arbitrary<{ do: Name }> => fc.record({ do: fc.constant(name) });

const submit = fc.record({ do: fc.constant('submit' as const), ...fields(sent) });
const kill = fc.record({
  do: fc.constant('kill' as const),
  during: fc.array(sent, { maxLength: 12 }),
  after: fc.nat(25),
});

/** Every kind of step, as often as it is likely enough, in any order. */
export const sequence: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    ...times(12, submit),
    ...times(4, fc.record({ do: fc.constant('resolve' as const), claim: claims })),
    fc.record({ do: fc.constant('delete' as const), claim: claims }),
    doing('purge'),
    fc.record({ do: fc.constant('purge' as const), killedAfter: fc.integer({ min: 100, max: 400 }) }),
    doing('restart'),
    ...times(2, kill),
    doing('disk is full'),
    doing('disk has room'),
  )
  .chain((steps) => fc.shuffledSubarray(steps, { minLength: steps.length }));

function fields(arbitrary: fc.Arbitrary<Sent>) {
  return { claim: arbitrary.map(({ claim }) => claim), notes: arbitrary.map(({ notes }) => notes) };
}

/** How often something was certainly and perhaps sent: what was never answered may have been stored or not. */
interface Count {
  least: number;
  most: number;
}
interface Known {
  readonly notes: Map<string, Count>;
  /** Undefined where a kill leaves both open. */
  waits: boolean | undefined;
  /** A purge that was killed may have taken it. */
  isPerhapsGone: boolean;
}

export interface Life {
  acknowledged: number;
  refused: number;
  /** Sent to a server that was killed before it answered. */
  unanswered: number;
}

/** Whatever happened before: with room on the disk, and without a restart, reports are taken again. */
const recovered: readonly Step[] = [{ do: 'disk has room' }, { do: 'submit', claim: 0, notes: 0 }];

/** Nobody fills a disk that takes so many reports. */
const MANY = 60;
const FULL_BYTES = 64 * 1024;

/**
 * `name` is one that the catalog in `distDir` knows.
 * @throws with the step at which something that was acknowledged could not be read, or could be read twice
 */
export async function liveThrough(steps: readonly Step[], distDir: string, name = 'testamine'): Promise<Life> {
  const dataDir = mkdtempSync(join(tmpdir(), 'materia-life-'));
  const model = new Map<string, Known>();
  const ids = new Map<string, string>();
  const life: Life = { acknowledged: 0, refused: 0, unanswered: 0 };
  let fillers = 0;
  let isFull = false;
  const env = { DATA_DIR: dataDir, REPORT_DAY_LIMIT: '0' };
  let server = await startServer(distDir, env);

  const startAnew = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    await server.end(signal);
    server = await startServer(distDir, env);
    if (isFull) limitFiles(server, FULL_BYTES);
  };
  const send = async (claim: string, notes: string): Promise<number | undefined> => {
    const known = model.get(claim) ?? { notes: new Map<string, Count>(), waits: undefined, isPerhapsGone: false };
    const count = known.notes.get(notes) ?? { least: 0, most: 0 };
    model.set(claim, known);
    known.notes.set(notes, count);
    count.most += 1;
    if (known.waits === false) known.waits = undefined;
    const { status, id } = await post(server.address, claim, notes);
    if (status === 200) {
      life.acknowledged += 1;
      count.least += 1;
      known.waits = true;
      known.isPerhapsGone = false;
      if (id !== undefined) ids.set(claim, id);
    } else if (status === undefined) life.unanswered += 1;
    else life.refused += 1;
    return status;
  };
  const submitted = ({ claim, notes }: Sent) => send(`claim ${claim}`, `notes ${notes}`);

  const perform = async (step: Step): Promise<void> => {
    switch (step.do) {
      case 'submit': {
        // A disk that others keep busy for more than five seconds refuses as well: then it is sent again.
        for (let attempt = 0; attempt < 5; attempt += 1) {
          const status = await submitted(step);
          if (status === 200 || (status === 503 && isFull)) return;
          if (status !== 503) throw new Error(`The report was answered by ${status}.`);
        }
        throw new Error('The store takes no reports, and its disk has room.');
      }
      case 'resolve': {
        const known = model.get(`claim ${step.claim}`);
        const id = ids.get(`claim ${step.claim}`) ?? 'r-none';
        const found = await atTheDesk(dataDir, (reports) => reports.resolve(id, 'Seen.', new Date()));
        if ((found !== undefined) !== (known !== undefined)) throw new Error(`${id} cannot be resolved.`);
        if (known) known.waits = false;
        return;
      }
      case 'delete': {
        const id = ids.get(`claim ${step.claim}`) ?? 'r-none';
        const wasThere = await atTheDesk(dataDir, (reports) => reports.delete(id));
        if (wasThere !== model.delete(`claim ${step.claim}`)) throw new Error(`${id} cannot be deleted.`);
        return;
      }
      case 'purge': {
        const isDone = purge(dataDir, step.killedAfter);
        for (const [claim, known] of model) {
          if (known.waits !== false) continue;
          if (isDone) model.delete(claim);
          // Killed between the two statements, it waits again: nothing is muted.
          else Object.assign(known, { waits: undefined, isPerhapsGone: true });
        }
        return;
      }
      case 'restart':
        return startAnew('SIGTERM');
      case 'kill': {
        const asked = step.during.map(submitted);
        await wait(step.after);
        await startAnew('SIGKILL');
        await Promise.all(asked);
        return;
      }
      case 'disk is full': {
        isFull = true;
        limitFiles(server, FULL_BYTES);
        for (let at = 0; (await send(`filler ${fillers}`, 'x'.repeat(4000))) === 200; at += 1) {
          if (at > MANY)
            throw new Error(`A disk of ${FULL_BYTES} bytes is said to hold ${at} reports of 4,000 letters.`);
          fillers += 1;
        }
        fillers += 1;
        if ((await fetch(`${server.address}/v1/lookup?name=${name}`)).status !== 200)
          throw new Error('A full disk keeps readers from reading.');
        return;
      }
      case 'disk has room':
        isFull = false;
        limitFiles(server, 'unlimited');
    }
  };

  try {
    for (const [at, step] of [...steps, ...recovered].entries()) {
      await perform(step);
      const stored = await storedIn(dataDir);
      const wrong = differences(model, stored);
      if (wrong.length > 0) throw new Error(`After step ${at}, ${JSON.stringify(step)}: ${wrong.join('; ')}`);
      // What the editor has seen stays.
      model.clear();
      for (const one of stored) {
        model.set(one.claim, knownOf(one));
        ids.set(one.claim, one.id);
      }
    }
    const exported = desk(dataDir, 'export');
    if (exported.status !== 0) throw new Error(exported.stderr);
    const lines = exported.stdout.split('\n').filter((line) => line !== '');
    const wrong = differences(model, lines.map((line) => JSON.parse(line)) as StoredReport[]);
    if (wrong.length > 0) throw new Error(`In the export: ${wrong.join('; ')}`);
  } finally {
    await server.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
  return life;
}

const knownOf = ({ submissions, status }: StoredReport): Known => ({
  notes: new Map(submissions.map(({ notes, times: count }) => [notes ?? '', { least: count, most: count }])),
  waits: status === 'received',
  isPerhapsGone: false,
});

/** What the store has otherwise than it may. */
function differences(model: ReadonlyMap<string, Known>, stored: readonly StoredReport[]): string[] {
  const byClaim = new Map(stored.map((one) => [one.claim, one]));
  const twice = byClaim.size === stored.length ? [] : ['a claim stands twice'];
  const unknown = [...byClaim.keys()].filter((claim) => !model.has(claim)).map((claim) => `${claim} was never sent`);
  const wrong = [...model].flatMap(([claim, { notes, waits, isPerhapsGone }]) => {
    const one = byClaim.get(claim);
    if (one === undefined && isPerhapsGone) return [];
    if (one !== undefined && waits !== undefined && waits !== (one.status === 'received'))
      return [`${claim} is ${one.status}`];
    return [...notes].flatMap(([text, { least, most }]) => {
      const count = one?.submissions.find((submission) => submission.notes === text)?.times ?? 0;
      return count < least || count > most ? [`${claim}, ${text}: ${least} to ${most} sent, ${count} stored`] : [];
    });
  });
  return [...twice, ...unknown, ...wrong];
}

async function post(address: string, claim: string, notes: string): Promise<{ status?: number; id?: string }> {
  try {
    const response = await fetch(`${address}/v1/report-hallucination`, postJson({ claim, notes }));
    const { data } = (await response.json()) as { data: { id: string } | null };
    return { status: response.status, ...(data && { id: data.id }) };
  } catch {
    return {};
  }
}

/** Every report, read by a connection of its own that nothing else has opened. */
async function storedIn(dataDir: string): Promise<StoredReport[]> {
  const file = join(dataDir, 'reports.sqlite');
  if (!existsSync(file)) return [];
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    // A server that was killed, or found no room, before it made the tables.
    if (database.prepare('PRAGMA user_version').get()?.user_version === 0) return [];
    return await all(createReports(async (sql, ...values) => database.prepare(sql).all(...values)));
  } finally {
    database.close();
  }
}

/** Opened anew each time: whoever comes after a kill finds what it left on the disk. */
async function atTheDesk<T>(dataDir: string, act: (reports: Reports) => Promise<T>): Promise<T> {
  const { query, close } = openSqlite({ dataDir });
  try {
    return await act(createReports(query));
  } finally {
    await close();
  }
}

/** Whether it came to its end. */
function purge(dataDir: string, killedAfter?: number): boolean {
  // All that is answered, to this moment.
  const { status, signal, stderr } = desk(dataDir, 'purge', '--older', '0', killedAfter);
  if (status !== 0 && signal === null) throw new Error(stderr);
  return status === 0;
}

function desk(dataDir: string, command: string, ...rest: (string | number | undefined)[]) {
  const killedAfter = rest.find((one) => typeof one === 'number');
  const args = rest.filter((one) => typeof one === 'string');
  return spawnSync(process.execPath, [join(root, 'scripts/reports.ts'), command, ...args], {
    encoding: 'utf8',
    env: { ...programEnv(), DATA_DIR: dataDir },
    killSignal: 'SIGKILL',
    ...(killedAfter !== undefined && { timeout: killedAfter }),
  });
}

/** From now on the system lets no file of the server grow beyond that, as a full disk does. */
function limitFiles({ child }: RunningServer, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}
