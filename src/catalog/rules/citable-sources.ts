import type { RecordRule } from './rule.ts';

/** Sites that no record rests on, by the reason. They were met while records were written; the list grows as more are. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'answers are written by software there': [
    'agentictribune.com',
    'biologyinsights.com',
    'droracle.ai',
    'healthnova.io',
    'paperexplained.cn',
    'platohealth.ai',
  ],
  'what is described is sold there': [
    'buyflexeril.com',
    'canadamedpharmacy.com',
    'gotopills.com',
    'nzonlinechst.shop',
    'rexmd.com',
    'savehealth.com',
    'testosterone.me',
  ],
  'texts of others are copied there': [
    '1-800-therapist.com',
    '120ty.net',
    'addspeaker.net',
    'awarenessmonthly.com',
    'butalbitalapap.org',
    'cascadeferret.org',
    'castbox.fm',
    'clique2click.com',
    'depressionsurvivalkit.net',
    'dm3sbd.com',
    'drugs-forum.com',
    'en.wikipedia-on-ipfs.org',
    'exosomatic.net',
    'fitnessqueries.blogspot.com',
    'friendlywiki.com',
    'gutsandgrowth.com',
    'hdkino.org',
    'livestrong.com',
    'm.1blv.com',
    'newbodydiet.com',
    'pfusion.net',
    'skyclk.com',
    'sohalogy.com',
    'truerecovery.com',
    'vellito.com',
    'veryfocus.net',
    'x-playn.com',
    'yousmoketheysmoke.org',
    'yuksekova.eu',
  ],
};
const reasons = new Map(Object.entries(REFUSED).flatMap(([reason, hosts]) => hosts.map((host) => [host, reason])));

/** A source is a page whose words somebody answers for. */
export const citableSources: RecordRule = {
  name: 'citable-sources',
  check: (record, file) =>
    record.sources.flatMap(({ url }, at) => {
      const { hostname } = new URL(url);
      const host = [...reasons.keys()].find((one) => hostname === one || hostname.endsWith(`.${one}`));
      return host === undefined
        ? []
        : [
            file.at(
              ['sources', at, 'url'],
              `is no source (${host}: ${reasons.get(host)}); cite the label, the paper or an agency's page`,
            ),
          ];
    }),
};
