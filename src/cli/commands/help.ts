/** `pdfapi help`: the commands, one command, or a topic. */
import type { Command } from 'commander';
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { exitCodes, findErrorCodes } from '../exit-codes.ts';
import { writeStdout } from '../io/streams.ts';
import { writeTable } from '../io/table.ts';
import { environmentVariables } from '../options/environment.ts';
import type { OpenSession, Session } from '../session.ts';

const topics: Readonly<Record<string, (session: Session, program: Command) => Promise<void>>> = {
  'exit-codes': printExitCodes,
  environment: printEnvironment,
  options: printOptions,
};

/** Topics that have a help page but are not commands. */
export const helpTopics: readonly string[] = Object.keys(topics);

export function addHelpCommand(program: Command, open: OpenSession): void {
  program
    .command('help')
    .summary('show help for a command, or: exit-codes, environment, options')
    .description(
      'Shows help for a command, the exit codes, the environment variables, or the options of all commands.',
    )
    .argument('[topic...]', 'a command, exit-codes, environment or options')
    .action(async (words: readonly string[], _options: object, self: Command) => {
      const session = await open(self);
      const topic = topics[words.join(' ')];
      if (topic) return await topic(session, program);
      // `outputHelp` includes the examples, which `helpInformation` omits.
      findCommand(program, words).outputHelp();
    });
}

function findCommand(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const names = command.commands.map((child) => child.name());
    const next = command.commands.find((child) => child.name() === word);
    if (!next) {
      const known = command === program ? [...names, ...Object.keys(topics)] : names;
      throw new Failure('usage', `There is no help for "${words.join(' ')}".${didYouMean(word, known)}`);
    }
    command = next;
  }
  return command;
}

async function printExitCodes(session: Session): Promise<void> {
  const codes = exitCodes.map((row) => ({ ...row, errors: findErrorCodes(row.code) }));
  if (session.context.json) return await writeStdout(`${JSON.stringify(codes)}\n`);
  const rows = codes.map(({ code, meaning, http, errors }) => [
    String(code),
    meaning,
    http,
    errors.join(' '),
  ]);
  await writeTable(session, ['code', 'meaning', 'HTTP', 'error codes'], rows);
}

async function printOptions(session: Session, program: Command): Promise<void> {
  const rows = program
    .createHelp()
    .visibleOptions(program)
    .map(({ flags, description }) => [flags, description] as const);
  if (session.context.json) return await writeStdout(`${JSON.stringify(Object.fromEntries(rows))}\n`);
  await writeTable(session, ['option', 'meaning'], rows);
}

async function printEnvironment(session: Session): Promise<void> {
  const { settings } = await import('#server/settings');
  const ofServer = Object.values(settings).map(({ variable, help }) => [variable, `serve: ${help}`] as const);
  const rows = Object.entries({ ...Object.fromEntries(ofServer), ...environmentVariables }).map(
    ([name, meaning]) => [name, meaning],
  );
  if (session.context.json) return await writeStdout(`${JSON.stringify(Object.fromEntries(rows))}\n`);
  await writeTable(session, ['variable', 'meaning'], rows);
}
