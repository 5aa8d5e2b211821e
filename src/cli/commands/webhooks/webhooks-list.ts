/** `pdfapi webhooks list` and `show` */
import type { Command } from 'commander';
import { wholeNumber } from '../../options/whole-number.ts';
import type { OpenSession } from '../../session.ts';
import { withWebhooks, writeJson, writeWebhooks } from './connect-webhooks.ts';

export function addWebhooksListCommands(webhooks: Command, open: OpenSession): void {
  webhooks
    .command('list')
    .summary('list the webhooks of the team')
    .description('Lists the webhooks of the team, oldest first.')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi webhooks list
  pdfapi webhooks list --json | jq -r '.[].url'`,
    )
    .action(async (_options: object, self: Command) => {
      const session = await open(self);
      const listed = await withWebhooks(session, (server) => server.list());
      if (session.context.json) return await writeJson(listed);
      await writeWebhooks(session, listed);
      if (listed.length === 0) {
        session.terminal.note('No webhooks yet. Add one: pdfapi webhooks add https://example.com/hook');
      }
    });

  webhooks
    .command('show')
    .summary('show a webhook')
    .description('Shows one webhook.')
    .argument('<webhook>', 'its id, from the list', wholeNumber)
    .addHelpText('after', '\nExample:\n  pdfapi webhooks show 3 --json')
    .action(async (id: number, _options: object, self: Command) => {
      const session = await open(self);
      const webhook = await withWebhooks(session, (server) => server.show(id));
      if (session.context.json) return await writeJson(webhook);
      await writeWebhooks(session, [webhook]);
    });
}
