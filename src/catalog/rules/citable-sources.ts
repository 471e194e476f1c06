import refused from './refused-sources.json' with { type: 'json' };
import type { RecordRule } from './rule.ts';

/** Sites that no record rests on; refused-sources.json has them by the reason, and grows as more are met. */
const reasons = new Map(Object.entries(refused).flatMap(([reason, hosts]) => hosts.map((host) => [host, reason])));

/** A source is a page whose words somebody answers for. */
export const citableSources: RecordRule = {
  name: 'citable-sources',
  *check({ sources }, file) {
    for (const [at, { url }] of sources.entries()) {
      const { hostname } = new URL(url);
      const host = [...reasons.keys()].find((one) => hostname === one || hostname.endsWith(`.${one}`));
      if (host === undefined) continue;
      const reason = `is no source (${host}: ${reasons.get(host)}); cite the label, the paper or an agency's page`;
      yield file.at(['sources', at, 'url'], reason);
    }
  },
};
