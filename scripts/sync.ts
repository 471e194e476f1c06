/** `npm run sync -- <site> <folder>`: keeps a local cache of a site's Markdown companions, for its owner's own use. */
import { parseArgs } from 'node:util';
import { NotACache } from './sync/folder.ts';
import { UnusableManifest } from './sync/plan.ts';
import { MassDeletion, NoAnswer, type SyncReport, sync } from './sync/sync.ts';

const USAGE = `npm run sync -- <site> <folder> [--allow-mass-deletion] [--delay <seconds>, for a loopback site only]`;

const { values, positionals } = readArguments();
const site = positionals[0]?.replace(/\/+$/, '') ?? '';
const folder = positionals[1];
const delay = values.delay === undefined ? undefined : Number(values.delay);

if (!URL.canParse(site) || !folder || positionals.length > 2) fail(USAGE);
if (delay !== undefined && !(isLoopback(site) && delay >= 0))
  fail(`A delay of your own is for a site on this machine. ${USAGE}`);

console.log(
  `This keeps a local cache for your own use. Bulk export, mirroring, model training and derivative datasets are`,
);
console.log(`forbidden, and whoever shows the data cites it: ${site}/terms`);
try {
  report(await sync({ site, folder, delay, allowMassDeletion: values['allow-mass-deletion'] }));
} catch (error) {
  const isExpected = [MassDeletion, NoAnswer, NotACache, UnusableManifest].some((kind) => error instanceof kind);
  if (!isExpected) throw error;
  fail((error as Error).message);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { 'allow-mass-deletion': { type: 'boolean', default: false }, delay: { type: 'string' } },
    });
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`);
  }
}

function report({ requests, bytes, fetched, removed, kept, failed }: SyncReport): void {
  for (const { path, reason } of failed) console.error(`${path} ${reason}; it is as it was.`);
  console.log(
    `${fetched.length} fetched, ${removed.length} removed, ${kept} unchanged; ${requests} requests, ${bytes} bytes.`,
  );
  if (failed.length > 0) fail(`${failed.length} could not be fetched. Run again to continue.`);
}

function isLoopback(address: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
