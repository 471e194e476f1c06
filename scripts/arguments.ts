import { type ParseArgsConfig, parseArgs } from 'node:util';
import { printable } from '../src/text/invisible.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What a command takes: `usage` is what `--help` prints; `most` positional arguments, none by default. */
interface Command<O extends Options> {
  readonly usage: string;
  readonly options?: O;
  readonly least?: number;
  readonly most?: number;
}

interface Arguments<O extends Options> {
  readonly values: ReturnType<typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>>['values'];
  readonly positionals: readonly string[];
}

/**
 * The arguments of a command, read strictly: what is not known is refused with the usage and exit code 2, and `--help`
 * prints it. npm hands on what stands behind `--`.
 */
export function argumentsOf<O extends Options = Record<never, never>>({
  usage,
  options = {} as O,
  least = 0,
  most = least,
}: Command<O>): Arguments<O> {
  const own = process.argv.slice(2);
  if (own.includes('--help') || own.includes('-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    const { values, positionals } = parseArgs({ args: own, options, strict: true, allowPositionals: true });
    if (positionals.length < least) throw new Error('Something is missing.');
    const further = positionals.slice(most);
    if (further.length > 0) throw new Error(`"${further[0]}" is one argument too many.`);
    return { values, positionals } as Arguments<O>;
  } catch (error) {
    console.error(`${printable((error as Error).message)}\n${usage}`);
    process.exit(2);
  }
}
