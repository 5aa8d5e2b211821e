/** The command line as a whole: global options and one line per command. */
import { type Argument, Command, CommanderError, InvalidArgumentError } from 'commander';
import { Failure } from '#contract/errors';
import { isTextDocument } from '#contract/files/text-format';
import { packageVersion } from '#library/package-version';
import { addCommands, type CommandChoice, namedIn, withOwnWords } from './add-commands.ts';
import type { Context } from './context.ts';
import { writeStderr, writeStdout } from './io/streams.ts';
import type { Style } from './io/style.ts';
import { parseDuration } from './options/duration.ts';
import { commandOf, commandWithOutput } from './options/output/output-argument.ts';
import { withPdfuaPart } from './options/standards.ts';
import type { OpenSession } from './session.ts';

export interface Program {
  readonly command: Command;
  /** Help and version text from commander, written at the end so that a full disk is noticed. */
  readonly output: readonly string[];
}

/** `style`: of stdout, for headings of help. */
export async function createProgram(
  context: Context,
  style: Style,
  open: OpenSession,
  isWanted: CommandChoice = namedIn(context.argv),
): Promise<Program> {
  const output: string[] = [];
  const program = new Command('pdfapi')
    .description('Turns templates and data, or HTML, into PDFs.')
    .version(packageVersion(), '-V, --version', 'print the version of pdfapi')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .optionsGroup('Global options, before or after the command:')
    .option('--json', 'print results and errors as JSON')
    .option('-q, --quiet', 'print only errors on stderr')
    .option('-v, --verbose', 'print more on stderr: times, console messages, stacks')
    .option('--no-color', 'no colour')
    .option('--no-input', 'never prompt')
    .option('-y, --yes', 'answer yes to all prompts')
    .option(
      '--timeout <time>',
      'time limit from data to PDF, such as 500ms, 60s or 2m (default: 30s locally, 2m on a server)',
      duration,
    )
    .option('--local', 'render in this process and send nothing to a server')
    .option('--profile <name>', 'use the server and token that `login` saved under this name')
    .option('--url-base <address>', 'address of the server [PDFAPI_URL]')
    .option('--token-file <path>', 'a file that contains the token [PDFAPI_TOKEN_FILE]')
    .option('--retries <number>', 'further attempts if a server is busy or unreachable (default: 5)')
    .exitOverride()
    .configureHelp({
      sortSubcommands: false,
      styleTitle: style.bold,
      subcommandTerm,
    })
    .configureOutput({
      // `failure.ts` prints all errors, in one form.
      outputError: () => {},
      // With --json, only the error object may appear on stderr.
      writeOut: (text) => output.push(text),
      writeErr: (text) => (context.json ? undefined : writeStderr(text)),
      getOutHasColors: () => context.colour.stdout > 0,
      getErrHasColors: () => context.colour.stderr > 0,
    });
  program.addHelpText('afterAll', ({ command }) => (command === program ? '' : everywhere(program)));
  await addCommands(program, open, isWanted);
  return { command: program, output };
}

/** Lists the global options by name only, so that they do not bury those of a command. */
function everywhere(program: Command): string {
  const flags = program.options
    .filter(({ long }) => long !== '--version')
    .map(({ short, long }) => short ?? long ?? '');
  const lines = ['Everywhere:'];
  for (const word of [...flags, '(pdfapi help options explains them)']) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= 80) lines[lines.length - 1] = longer;
    else lines.push(`  ${word}`);
  }
  return `\n${lines.join('\n')}`;
}

/** Parses the command line and runs it. Errors from commander become a `usage` failure. */
export async function runProgram({ command, output }: Program, argv: readonly string[]): Promise<void> {
  try {
    const words = withPdfuaPart(withOwnWords(argv));
    assertValues(command, words);
    await command.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw await usageFailure(error, command, argv);
  }
  if (output.length > 0) await writeStdout(output.join(''));
}

/** Commander takes the next word as the value of an option, even if it is an option itself. Throws `CommanderError`. */
function assertValues(program: Command, argv: readonly string[]): void {
  const known = [...findCommand(program, argv).options, ...program.options];
  const find = (word = '') => {
    const flag = /^--[^=]+|^-.$/.exec(word)?.[0];
    return known.find(({ short, long }) => flag !== undefined && [short, long].includes(flag));
  };
  for (let i = 0; i < argv.length && argv[i] !== '--'; i++) {
    const option = argv[i]?.includes('=') ? undefined : find(argv[i]);
    if (!option?.required) continue;
    i++;
    if (!find(argv[i])) continue;
    const message = `error: option '${option.flags}' argument missing`;
    throw new CommanderError(1, 'commander.optionMissingArgument', message);
  }
}

/** Splits `error: unknown option '--formt'\n(Did you mean --format?)` into a sentence and a hint. */
async function usageFailure(
  error: CommanderError,
  program: Command,
  argv: readonly string[],
): Promise<Failure> {
  const command = findCommand(program, argv);
  const path = pathOf(command);
  if (error.code === 'commander.help') {
    return new Failure('usage', 'A command is missing.', { hint: `See: ${path} --help` });
  }
  const [first = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/(?<![.?!])$/, '.');
  const meant = error.code === 'commander.unknownCommand' ? meantCommand(argv) : undefined;
  if (meant !== undefined) return new Failure('usage', sentence, { hint: `Write: ${meant}`, cause: error });
  const address = command.args.find((each) => /^https?:\/\/|^[\w.-]+:\d+$/i.test(each));
  if (error.code === 'commander.excessArguments' && address !== undefined) {
    const url = address.includes('://') ? address : `http://${address}`;
    return new Failure('usage', sentence, {
      hint: `The server is an option: ${path} --url-base ${url}`,
      cause: error,
    });
  }
  const unknown = /^unknown option '(--?[^=']+)/.exec(first)?.[1];
  const familiar =
    unknown === '--report'
      ? `What it did and its warnings, as JSON on stdout: ${path} … --json`
      : await familiarHint(command, unknown);
  const incomplete =
    error.code === 'commander.optionMissingArgument'
      ? command.options.find(({ flags }) => first.includes(`'${flags}'`))
      : undefined;
  const described = incomplete && `${incomplete.flags}: ${incomplete.description}`;
  const hint = familiar ?? described ?? suggestion?.replace(/^\((.*)\)$/, '$1') ?? `See: ${path} --help`;
  return new Failure('usage', sentence, { hint, cause: error });
}

/** What a command that prints documents has for the flag of another program. */
async function familiarHint(
  { options, parent }: Command,
  flag: string | undefined,
): Promise<string | undefined> {
  const has = (name: string) => [...options, ...(parent?.options ?? [])].some(({ long }) => long === name);
  if (flag === undefined || !has('--strict')) return undefined;
  const { familiarName } = await import('#contract/document/familiar-names');
  const { flag: ours, flagNote = '', note = '' } = familiarName(flag) ?? {};
  if (ours !== undefined && !has(ours)) return undefined;
  const meant = ours === undefined ? '' : `Did you mean ${ours}?`;
  return [meant, flagNote, note].filter((part) => part !== '').join(' ') || undefined;
}

/** Returns the command for an input without one: `pdfapi in.html out.pdf`, as other programs are called. */
function meantCommand(argv: readonly string[]): string | undefined {
  const words = argv.filter((word) => !word.startsWith('-'));
  const isPage = /^https?:\/\//i.test(words[0] ?? '') || isTextDocument(words[0] ?? '');
  if (!isPage) return undefined;
  return commandWithOutput('pdfapi html', words, 'pdfapi merge') ?? commandOf('pdfapi html', words);
}

/** Returns the command that the words of the command line lead to. */
function findCommand(program: Command, argv: readonly string[]): Command {
  let command = program;
  for (const word of argv) {
    const next = command.commands.find((child) => child.name() === word);
    if (next) command = next;
  }
  return command;
}

/** `html <file|->`, without `[options]`: every command has them, but not every command is loaded to show them. */
function subcommandTerm(command: Command): string {
  const argument = (each: Argument) => {
    const shown = `${each.name()}${each.variadic ? '...' : ''}`;
    return each.required ? `<${shown}>` : `[${shown}]`;
  };
  return [command.name(), ...command.registeredArguments.map(argument)].join(' ');
}

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

function duration(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new InvalidArgumentError('Write a time with its unit: 500ms, 60s or 2m; at most 24 hours.');
}
