/** `pdfapi admin credits add|correct`: records a team's payment, or corrects a wrong entry. */
import { type Command, InvalidArgumentError } from 'commander';
import { Failure } from '#contract/errors';
import {
  addDataDirectoryOption,
  type DataDirectoryOptions,
  openDirectoryStore,
} from '../../connection/data-directory.ts';
import { writeStdout } from '../../io/streams.ts';
import { wholeNumber } from '../../options/whole-number.ts';
import type { OpenSession } from '../../session.ts';

interface Options extends DataDirectoryOptions {
  readonly note?: string;
}

export function addAdminCreditsCommands(admin: Command, open: OpenSession): void {
  const credits = admin
    .command('credits')
    .helpCommand(false)
    .summary('prepaid credits')
    .description('Prepaid credits pay for PDFs beyond the monthly quota. They never expire.');
  const change = (command: Command, key: 'added' | 'removed', sign: 1 | -1) =>
    addDataDirectoryOption(command).action(
      async (idOrName: string, amount: number, options: Options, self: Command) => {
        const session = await open(self);
        const store = await openDirectoryStore(session, options);
        const team = await store.teams.get(idOrName);
        const balance = await store.ledger.addCredits(team.id, sign * amount, options.note);
        await writeStdout(
          session.context.json
            ? `${JSON.stringify({ team: team.name, [key]: amount, credits: balance })}\n`
            : `${balance}\n`,
        );
      },
    );
  change(
    credits
      .command('add')
      .description('Adds prepaid credits to a team and prints its new balance.')
      .argument('<team>', 'name or id')
      .argument('<number>', 'how many PDFs', addedCredits)
      .option('--note <text>', 'stored with the entry, such as an invoice number')
      .addHelpText(
        'after',
        `
Examples:
  pdfapi admin credits add acme 1000 --note "invoice 2026-104"
  pdfapi admin credits add acme 1000 --data-dir /var/lib/pdfapi --json`,
      ),
    'added',
    1,
  );
  change(
    credits
      .command('correct')
      .description(
        'Takes back credits that were added by mistake and prints the new balance. This is recorded as a correction and never takes more than the team has left.',
      )
      .argument('<team>', 'name or id')
      .argument('<number>', 'how many PDFs to take back', credit)
      .option('--note <text>', 'stored with the entry, such as the reason')
      .addHelpText(
        'after',
        `
Examples:
  pdfapi admin credits correct acme 9000 --note "added 10000 instead of 1000"`,
      ),
    'removed',
    -1,
  );
}

function addedCredits(text: string): number {
  if (!/^-\d+$/.test(text)) return credit(text);
  throw new Failure('usage', `${text} credits cannot be added.`, {
    hint: `To take credits back: pdfapi admin credits correct <team> ${text.slice(1)}`,
  });
}

function credit(text: string): number {
  const number = wholeNumber(text);
  if (number > 0) return number;
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}
