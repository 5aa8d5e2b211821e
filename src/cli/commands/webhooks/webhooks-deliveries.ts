/** `pdfapi webhooks test`, `deliveries` and `redeliver` */
import { type Command, InvalidArgumentError } from 'commander';
import type { ShownDelivery } from '#contract/manage/webhooks-schema';
import { wholeNumber } from '../../options/whole-number.ts';
import type { OpenSession, Session } from '../../session.ts';
import { withWebhooks, writeDeliveries, writeJson } from './connect-webhooks.ts';

interface DeliveriesOptions {
  readonly limit: number;
  readonly before?: string;
}

export function addWebhooksDeliveriesCommands(webhooks: Command, open: OpenSession): void {
  webhooks
    .command('test')
    .summary('send a test event')
    .description('Sends an event of the type webhook.test, whatever the webhook subscribes to.')
    .argument('<webhook>', 'its id, from the list', wholeNumber)
    .addHelpText('after', '\nExample:\n  pdfapi webhooks test 3 && pdfapi webhooks deliveries 3 --limit 1')
    .action(async (id: number, _options: object, self: Command) => {
      const session = await open(self);
      await printDelivery(session, await withWebhooks(session, (server) => server.test(id)));
    });

  webhooks
    .command('deliveries')
    .summary('list what was sent and what is still to be sent')
    .description('Lists the deliveries of the last 30 days, newest first.')
    .argument('<webhook>', 'its id, from the list', wholeNumber)
    .option('--limit <number>', 'how many, at most 100', limit, 20)
    .option('--before <delivery>', 'only those that are older than this one')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi webhooks deliveries 3
  pdfapi webhooks deliveries 3 --json | jq -r '.[] | select(.state == "failed") | .id'`,
    )
    .action(async (id: number, options: DeliveriesOptions, self: Command) => {
      const session = await open(self);
      const { deliveries, next } = await withWebhooks(session, (server) => server.deliveries(id, options));
      if (session.context.json) return await writeJson(deliveries);
      await writeDeliveries(session, deliveries);
      if (next !== null)
        session.terminal.note(`Older ones: pdfapi webhooks deliveries ${id} --before ${next}`);
      if (deliveries.length === 0) session.terminal.note('No deliveries.');
    });

  webhooks
    .command('redeliver')
    .summary('send a delivery again')
    .description('Sends a delivery again with the same id, whether or not it arrived before.')
    .argument('<webhook>', 'its id, from the list', wholeNumber)
    .argument('<delivery>', 'its id, from the list of deliveries')
    .addHelpText('after', '\nExample:\n  pdfapi webhooks redeliver 3 msg_7f3a1c22b0d94e5f6a7b8c9d_3')
    .action(async (id: number, delivery: string, _options: object, self: Command) => {
      const session = await open(self);
      await printDelivery(session, await withWebhooks(session, (server) => server.redeliver(id, delivery)));
    });
}

async function printDelivery(session: Session, delivery: ShownDelivery): Promise<void> {
  if (session.context.json) return await writeJson(delivery);
  await writeDeliveries(session, [delivery]);
}

function limit(text: string): number {
  if (/^(?:[1-9]\d?|100)$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
}
