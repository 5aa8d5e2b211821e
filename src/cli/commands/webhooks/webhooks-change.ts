/** `pdfapi webhooks add`, `set` and `remove` */
import { type Command, Option } from 'commander';
import { Failure } from '#contract/errors';
import { type EventName, eventNames } from '#contract/webhooks';
import { assertConfirmed } from '../../io/confirm.ts';
import { writeStdout } from '../../io/streams.ts';
import { wholeNumber } from '../../options/whole-number.ts';
import type { OpenSession } from '../../session.ts';
import { withWebhooks, writeJson, writeWebhooks } from './connect-webhooks.ts';

interface AddOptions {
  readonly event?: EventName[];
  readonly description?: string;
}

interface SetOptions extends AddOptions {
  readonly url?: string;
  readonly enable?: true;
  readonly disable?: true;
}

const eventOption = (standard: string) =>
  new Option('--event <type...>', `what is sent${standard}`).choices(eventNames);

export function addWebhooksChangeCommands(webhooks: Command, open: OpenSession): void {
  webhooks
    .command('add')
    .summary('send events to an address')
    .description(
      'Adds a webhook and prints its id and its secret, which signs every delivery by the specification Standard Webhooks.',
    )
    .argument('<address>', 'an http or https address')
    .addOption(eventOption(' (default: every event)'))
    .option('--description <text>', 'what it is used for')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi webhooks add https://example.com/hook
  pdfapi webhooks add https://example.com/hook --event document.finished document.failed
  pdfapi webhooks add https://example.com/hook --json | jq -r .secret`,
    )
    .action(async (url: string, { event: events, description }: AddOptions, self: Command) => {
      const session = await open(self);
      const added = await withWebhooks(session, (server) => server.create({ url, events, description }));
      if (session.context.json) return await writeJson(added);
      session.terminal.note(`Try it: pdfapi webhooks test ${added.id}`);
      await writeStdout(`${added.id}\t${added.secret}\n`);
    });

  webhooks
    .command('set')
    .summary('change a webhook')
    .description('Changes what is given, and keeps the rest.')
    .argument('<webhook>', 'its id, from the list', wholeNumber)
    .option('--url <address>', 'where events are sent')
    .addOption(eventOption(''))
    .option('--description <text>', 'what it is used for')
    .option('--disable', 'send nothing until it is enabled again')
    .addOption(new Option('--enable', 'send events again').conflicts('disable'))
    .addHelpText(
      'after',
      `
Examples:
  pdfapi webhooks set 3 --event '*'
  pdfapi webhooks set 3 --disable`,
    )
    .action(async (id: number, { event: events, url, description, ...state }: SetOptions, self: Command) => {
      const session = await open(self);
      const disabled = state.disable ? true : state.enable ? false : undefined;
      const changes = { url, events, description, disabled };
      if (Object.values(changes).every((value) => value === undefined)) {
        throw new Failure('usage', 'Nothing to change was given.', {
          hint: 'Give --url, --event, --description, --enable or --disable.',
        });
      }
      const changed = await withWebhooks(session, (server) => server.update(id, changes));
      if (session.context.json) return await writeJson(changed);
      await writeWebhooks(session, [changed]);
    });

  webhooks
    .command('remove')
    .summary('remove a webhook with its deliveries')
    .description('Removes a webhook with its deliveries, including those that were still to be sent.')
    .argument('<webhook>', 'its id, from the list', wholeNumber)
    .addHelpText('after', '\nExample:\n  pdfapi webhooks remove 3 --yes')
    .action(async (id: number, _options: object, self: Command) => {
      const session = await open(self);
      const question = `Remove webhook ${id} and its deliveries? This cannot be undone.`;
      await assertConfirmed(session, question, `pdfapi webhooks remove ${id}`);
      await withWebhooks(session, (server) => server.delete(id));
      if (session.context.json) return await writeJson({ id, deleted: true });
      await writeStdout(`${id}\n`);
    });
}
