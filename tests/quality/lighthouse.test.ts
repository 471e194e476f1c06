import lighthouse, { type RunnerResult } from 'lighthouse';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '../../src/function/node/serve.ts';
import { ownDist } from '../support/build.ts';
import { freePort } from '../support/free-port.ts';
import { openSite } from '../support/open-site.ts';

const PAGES = ['/medication/warfarin', '/interactions#medication/warfarin,ibuprofen'];
const PERFORMANCE = 98;
/** A machine that is busy with something else makes a page look slower, never quicker. */
const ATTEMPTS = 5;

let site: Served;
let port: number;
beforeAll(async () => {
  port = await freePort();
  const opened = await openSite(ownDist(), [`--remote-debugging-port=${port}`]);
  site = opened.site;
  return opened.close;
});

describe.each(PAGES)('Lighthouse, as on a mid-range phone, on %s', (path) => {
  it('has no complaint', async () => {
    const { scores, faults } = await quickest(site.address + path);
    expect(faults).toEqual([]);
    expect(scores).toMatchObject({ accessibility: 100, 'best-practices': 100, 'agentic-browsing': 100 });
    expect(scores.performance).toBeGreaterThanOrEqual(PERFORMANCE);
  }, 300_000);
});

type Audit = RunnerResult['lhr']['audits'][string];

interface Verdict {
  /** By category, 0 to 100. */
  readonly scores: Record<string, number>;
  /** What fails outside performance. */
  readonly faults: readonly string[];
}

async function quickest(url: string): Promise<Verdict> {
  let best = await audit(url);
  for (let attempt = 1; attempt < ATTEMPTS && (best.scores.performance ?? 0) < PERFORMANCE; attempt += 1) {
    const next = await audit(url);
    if ((next.scores.performance ?? 0) > (best.scores.performance ?? 0)) best = next;
  }
  return best;
}

async function audit(url: string): Promise<Verdict> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'silent',
    disableFullPageScreenshot: true,
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo', 'agentic-browsing'],
  });
  if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}.`);
  const { categories, audits, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(runtimeError.message);
  const scores = Object.fromEntries(
    Object.values(categories).map(({ id, score }) => [id, Math.round(100 * (score ?? 0))]),
  );
  const faults = Object.values(categories)
    .filter(({ id }) => id !== 'performance')
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && audits[id]?.score !== 1)
    .flatMap(({ id }) => complaints(audits[id] as Audit))
    .filter((complaint) => !USE_TERMS.test(complaint));
  return { scores, faults };
}

/** Lighthouse knows no lines that say how a text may be used; they stand in robots.txt all the same (IETF aipref, RSL). */
const USE_TERMS = /^robots-txt: Unknown directive: (?:Content-Usage|License): /;

/** One line for each thing an audit found, or its title. */
function complaints({ id, title, details }: Audit): string[] {
  const items = details?.type === 'table' ? details.items : [];
  const told = items.map((item) => `${id}: ${item.message ?? ''}: ${item.line ?? JSON.stringify(item)}`);
  return told.length > 0 ? told : [`${id}: ${title}`];
}
