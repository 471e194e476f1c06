import { type ParseArgsConfig, parseArgs } from 'node:util';
import { printable } from '../src/text/invisible.ts';

/** An option of `parseArgs` with its line of `--help`: `takes` names its value, `help` says what it does, with the unit. */
type Option = NonNullable<ParseArgsConfig['options']>[string] & { readonly takes?: string; readonly help: string };
type Options = Readonly<Record<string, Option>>;

interface Command<O extends Options> {
  readonly purpose: string;
  readonly usage: string;
  readonly example: string;
  readonly options?: O;
  readonly notes?: string;
  readonly least?: number;
  readonly most?: number;
}

interface Arguments<O extends Options> {
  readonly values: ReturnType<typeof parseArgs<{ options: O; strict: true; allowPositionals: true }>>['values'];
  readonly positionals: readonly string[];
  /** Ends the process with exit code 2, the message and the usage. */
  readonly refuse: (message: string) => never;
}

/** Parses the arguments of a command. `--help` prints its help; an unknown argument is refused by name, with exit code 2. */
export function argumentsOf<O extends Options = Record<never, never>>(command: Command<O>): Arguments<O> {
  const { options = {} as O, least = 0, most = least } = command;
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(helpOf(command));
    process.exit(0);
  }
  const refuse = (message: string): never => {
    console.error(`${printable(message)}\nUsage: ${command.usage}\nMore: --help`);
    process.exit(2);
  };
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true });
    if (positionals.length < least) throw new Error('An argument is missing.');
    if (positionals.length > most) throw new Error(`"${positionals[most]}" is one argument too many.`);
    return { values, positionals, refuse } as Arguments<O>;
  } catch (error) {
    // The first sentence names the option; what Node adds is about positional arguments.
    return refuse((error as Error).message.replace(/\. To specify .*/s, '.'));
  }
}

function helpOf({ purpose, usage, options = {} as never, notes, example }: Command<Options>): string {
  const rows = Object.entries(options).map(([name, { takes, help, default: value }]) => ({
    option: takes === undefined ? `--${name}` : `--${name} <${takes}>`,
    help: value === undefined ? help : `${help} (default: ${value})`,
  }));
  const width = Math.max(...rows.map(({ option }) => option.length));
  const lines = rows.map(({ option, help }) => `  ${option.padEnd(width)}  ${help}`);
  const parts = [purpose, `Usage: ${usage}`, lines.join('\n'), notes, `Example: ${example}`];
  return parts.filter(Boolean).join('\n\n');
}
