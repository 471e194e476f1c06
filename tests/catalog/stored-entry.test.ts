import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadOptions, root } from '../../src/build/options.ts';
import type { Kept } from '../../src/catalog/kept.ts';
import { loadCatalog } from '../../src/catalog/load.ts';

let contentDir: string;
beforeEach(() => {
  contentDir = mkdtempSync(join(tmpdir(), 'materia-stored-'));
  cpSync(join(root, 'tests/fixtures/full'), contentDir, { recursive: true });
  return () => rmSync(contentDir, { recursive: true });
});

/** A store in memory that may lose everything. */
function createStore() {
  const made = new Map<string, Uint8Array>();
  const kept: Kept = {
    at(stage, inputs) {
      const key = JSON.stringify([contentDir, stage, inputs]);
      return {
        key,
        get value() {
          return made.get(key);
        },
        put: (bytes) => made.set(key, bytes),
      };
    },
  };
  return { kept, lose: () => made.clear() };
}

const entriesOf = (kept?: Kept) => loadCatalog({ ...loadOptions({}), contentDir, kept }).catalog.entries;

describe('a record that is kept', () => {
  it('says what it says whole, in the same order, when it is first kept and when it is read again', () => {
    const { kept } = createStore();
    const whole = entriesOf().map((entry) => JSON.stringify(entry));
    for (const entries of [entriesOf(kept), entriesOf(kept)]) {
      expect(entries.map(({ profile }) => Object.keys(profile).length)).not.toContain(0);
      expect(entries.map((entry) => JSON.stringify(entry))).toEqual(whole);
      expect(entries).toEqual(entriesOf());
    }
  });

  it('does not hold what is long', () => {
    const { kept } = createStore();
    for (const entry of entriesOf(kept)) {
      expect(Object.getOwnPropertyDescriptor(entry, 'sources')).not.toHaveProperty('value');
      expect(Object.getOwnPropertyDescriptor(entry, 'names')).toHaveProperty('value');
    }
  });

  it('is read from its file where the store has lost it', () => {
    const { kept, lose } = createStore();
    const entries = entriesOf(kept);
    lose();
    expect(entries.map((entry) => JSON.stringify(entry))).toEqual(entriesOf().map((entry) => JSON.stringify(entry)));
  });

  it('is not mixed with what its file says by then', () => {
    const { kept, lose } = createStore();
    const [entry] = entriesOf(kept);
    lose();
    appendFileSync(join(contentDir, `${entry?.kind}/${entry?.slug}.yaml`), '# edited\n');
    expect(() => entry?.sources).toThrow('was edited while it was read; start again.');
  });
});
