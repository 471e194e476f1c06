/** Builds the hostile catalog with a loader that asks no rule, in a process of its own: `hostile-build.ts <content> <dist>`. */
import { buildLoaded } from '../../src/build/build-site.ts';
import { fingerprint } from '../../src/build/fingerprint.ts';
import { loadOptions } from '../../src/build/options.ts';
import { TODAY } from './day-and-site.ts';
import { everything, hostileCatalog, together, unchecked } from './hostile-catalog.ts';

const [contentDir = '', outDir = ''] = process.argv.slice(2);
const options = loadOptions({ CONTENT_DIR: contentDir });
await buildLoaded(() => unchecked(hostileCatalog(everything, together(everything))), {
  ...options,
  outDir,
  today: TODAY,
  fingerprint: fingerprint(options),
});
