/** `pdfapi admin credits add`: what an operator does when a team has paid for a pack. */
import type { Command } from 'commander';
import { addDataDirectoryOption, type DataDirectoryOptions, openStore } from '../data-directory.ts';
import type { OpenSession } from '../session.ts';
import { writeStdout } from '../streams.ts';
import { wholeNumber } from '../whole-number.ts';

interface Options extends DataDirectoryOptions {
  readonly note?: string;
}

export function addAdminCreditsCommands(admin: Command, open: OpenSession): void {
  const credits = admin
    .command('credits')
    .helpCommand(false)
    .summary('prepaid credits')
    .description('Prepaid credits: what pays for PDFs past the monthly quota. They never expire.');
  addDataDirectoryOption(
    credits
      .command('add')
      .description('Adds prepaid credits to a team, and prints its new balance.')
      .argument('<team>', 'name or id')
      .argument('<number>', 'how many PDFs', wholeNumber)
      .option('--note <text>', 'kept with the entry, such as the number of an invoice'),
  ).action(async (idOrName: string, amount: number, options: Options, self: Command) => {
    const session = await open(self);
    const store = await openStore(session, options);
    const team = store.teams.get(idOrName);
    const balance = store.ledger.addCredits(team.id, amount, options.note);
    await writeStdout(
      session.context.json
        ? `${JSON.stringify({ team: team.name, added: amount, credits: balance })}\n`
        : `${balance}\n`,
    );
  });
}
