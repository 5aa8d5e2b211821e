/** Shared by the commands for webhooks: their server, and how they show a webhook and a delivery. */
import type { WebhookServer } from '#client/webhook-server';
import { Failure } from '#contract/errors';
import type { ShownDelivery, ShownWebhook } from '#contract/manage/webhooks-schema';
import { connect } from '../../connection/server-connection.ts';
import { sanitize } from '../../io/sanitize.ts';
import { writeStdout } from '../../io/streams.ts';
import { tableTime, writeTable } from '../../io/table.ts';
import type { Session } from '../../session.ts';

/** Runs one call and explains how to get a token that may make it. */
export async function withWebhooks<Result>(
  session: Session,
  call: (server: WebhookServer) => Promise<Result>,
): Promise<Result> {
  const [{ client, url, options }, { openWebhookServer }] = await Promise.all([
    connect(session),
    import('#client/webhook-server'),
  ]);
  session.terminal.activity(`Asking ${url}`);
  try {
    return await call(openWebhookServer(client, url, () => options));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'scope_required') throw error;
    throw new Failure('scope_required', error.message, {
      hint: 'Its operator can create one: pdfapi admin token create --team <team> --scope webhooks:write',
      facts: error.facts ?? {},
      cause: error,
    });
  } finally {
    session.terminal.rest();
  }
}

export const writeJson = (value: unknown): Promise<void> => writeStdout(`${JSON.stringify(value)}\n`);

export async function writeWebhooks(session: Session, webhooks: readonly ShownWebhook[]): Promise<void> {
  await writeTable(
    session,
    ['ID', 'ADDRESS', 'EVENTS', 'STATE', 'DESCRIPTION', 'CREATED (UTC)'],
    webhooks.map((each) => [
      String(each.id),
      sanitize(each.url),
      each.events.join(' '),
      each.disabled_at === null ? 'enabled' : 'disabled',
      sanitize(each.description ?? ''),
      tableTime(session, each.created_at),
    ]),
    { optional: ['CREATED (UTC)', 'DESCRIPTION'], shortenable: ['ADDRESS', 'EVENTS'] },
  );
}

export async function writeDeliveries(session: Session, deliveries: readonly ShownDelivery[]): Promise<void> {
  await writeTable(
    session,
    ['ID', 'EVENT', 'STATE', 'ATTEMPTS', 'STATUS', 'CREATED (UTC)', 'NEXT (UTC)', 'ERROR'],
    deliveries.map((each) => [
      each.id,
      each.type,
      each.state,
      String(each.attempts),
      each.last_status === null ? '-' : String(each.last_status),
      tableTime(session, each.created_at),
      each.next_attempt_at === null ? '' : tableTime(session, each.next_attempt_at),
      sanitize(each.last_error ?? ''),
    ]),
    { optional: ['NEXT (UTC)', 'ERROR', 'CREATED (UTC)', 'ATTEMPTS'], shortenable: ['ERROR'] },
  );
}
