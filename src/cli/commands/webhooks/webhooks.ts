/** `pdfapi webhooks …`: the addresses to which a server sends the events of a team. */
import type { Command } from 'commander';
import type { OpenSession } from '../../session.ts';
import { addWebhooksChangeCommands } from './webhooks-change.ts';
import { addWebhooksDeliveriesCommands } from './webhooks-deliveries.ts';
import { addWebhooksListCommands } from './webhooks-list.ts';
import { addWebhooksSecretCommands } from './webhooks-secret.ts';

export function addWebhooksCommands(program: Command, open: OpenSession): void {
  const webhooks = program
    .command('webhooks')
    .helpCommand(false)
    .summary('send events to addresses of yours')
    .description(
      'The addresses to which a server sends the events of a team. Needs a token with the scope webhooks:write.',
    );
  addWebhooksListCommands(webhooks, open);
  addWebhooksChangeCommands(webhooks, open);
  addWebhooksSecretCommands(webhooks, open);
  addWebhooksDeliveriesCommands(webhooks, open);
}
