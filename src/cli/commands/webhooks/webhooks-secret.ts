/** `pdfapi webhooks secret` and `rotate-secret` */
import type { Command } from 'commander';
import type { WebhookSecret } from '#client/webhook-server';
import { writeStdout } from '../../io/streams.ts';
import { wholeNumber } from '../../options/whole-number.ts';
import type { OpenSession, Session } from '../../session.ts';
import { withWebhooks, writeJson } from './connect-webhooks.ts';

export function addWebhooksSecretCommands(webhooks: Command, open: OpenSession): void {
  webhooks
    .command('secret')
    .summary('print the secret of a webhook')
    .description('Prints the secret that signs the deliveries of a webhook.')
    .argument('<webhook>', 'its id, from the list', wholeNumber)
    .addHelpText('after', '\nExample:\n  WEBHOOK_SECRET=$(pdfapi webhooks secret 3)')
    .action(async (id: number, _options: object, self: Command) => {
      const session = await open(self);
      await printSecret(session, await withWebhooks(session, (server) => server.secret(id)));
    });

  webhooks
    .command('rotate-secret')
    .summary('replace the secret of a webhook')
    .description(
      'Makes a new secret and prints it. For 24 hours, each delivery has a signature of the old one too, so that the receiver can change to the new one meanwhile.',
    )
    .argument('<webhook>', 'its id, from the list', wholeNumber)
    .addHelpText('after', '\nExample:\n  pdfapi webhooks rotate-secret 3')
    .action(async (id: number, _options: object, self: Command) => {
      const session = await open(self);
      const secret = await withWebhooks(session, (server) => server.rotateSecret(id));
      if (!session.context.json)
        session.terminal.note(`The old secret signs too until ${secret.previous_secret_until}.`);
      await printSecret(session, secret);
    });
}

async function printSecret(session: Session, secret: WebhookSecret): Promise<void> {
  if (session.context.json) return await writeJson(secret);
  await writeStdout(`${secret.secret}\n`);
}
