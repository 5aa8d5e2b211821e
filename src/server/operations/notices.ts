/** Sends the notices that the ledger has queued. Each stays in the database until a mail server has accepted it. */
import type { FastifyBaseLogger } from 'fastify';
import { createTransport, type Transporter } from 'nodemailer';
import type { Notice } from '#store/notices';
import type { Store } from '#store/store';
import type { Team } from '#store/teams';
import { oneAtATime } from './one-at-a-time.ts';

export interface NoticeSender {
  /** Checks for new notices immediately instead of at the next round. */
  poke(): void;
  /** Waits for the mail that is being sent. */
  close(): Promise<void>;
}

export interface NoticeOptions {
  readonly store: Store;
  /** If undefined, notices are written to the log. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  readonly billingUrl: (team: Team) => Promise<string>;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

/** Milliseconds between two database checks, for retries and for charges made by other processes. */
const roundMs = 30_000;
/** Milliseconds that sending one mail may take. */
const mailTimeoutMs = 20_000;

export function startNoticeSender(options: NoticeOptions): NoticeSender {
  const { store, smtpUrl, now, log } = options;
  const transport = smtpUrl === undefined ? undefined : transportTo(smtpUrl);
  let isClosed = false;

  const sendAll = async () => {
    while (!isClosed) {
      const notice = await store.notices.claim(now());
      if (!notice) return;
      try {
        await send(notice, options, transport);
        await store.notices.markSent(notice.id, now());
      } catch (error) {
        // The mail server's message may contain addresses, so it stays in the operator's log.
        log.warn(
          { noticeId: notice.id, error: (error as Error).message },
          'notice not sent; it will be retried',
        );
        await store.notices.markFailed(notice.id, (error as Error).message, now());
      }
    }
  };
  const { run: poke, stop } = oneAtATime(() =>
    sendAll().catch((error) => log.error({ err: error }, 'notices could not be read')),
  );
  const timer = setInterval(poke, roundMs);
  timer.unref();
  poke();
  return {
    poke,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await stop();
      transport?.close();
    },
  };
}

function transportTo(url: string): Transporter {
  return createTransport({
    url,
    connectionTimeout: mailTimeoutMs,
    greetingTimeout: mailTimeoutMs,
    socketTimeout: mailTimeoutMs,
  });
}

async function send(
  notice: Notice,
  { store, from, billingUrl, log }: NoticeOptions,
  transport: Transporter | undefined,
): Promise<void> {
  const team = await store.teams.byId(notice.teamId);
  if (!team) return;
  const { subject, text } = writeText(notice, team, await billingUrl(team));
  if (!transport || team.email === null) {
    const why = transport ? 'the team has no address' : 'no mail server is configured';
    log.warn(
      { noticeId: notice.id, team: team.id, kind: notice.kind, threshold: notice.threshold, why },
      subject,
    );
    return;
  }
  // After a crash between the server's answer and `markSent`, the same mail is sent again: its id tells mail programs so.
  const messageId = `<notice-${notice.id}.${notice.createdAt.getTime()}@${from.split('@').at(-1)?.replace('>', '')}>`;
  await transport.sendMail({ from, to: team.email, subject, text, messageId });
  log.info({ noticeId: notice.id, team: team.id }, 'notice sent');
}

function writeText({ kind, threshold, used, limit, month }: Notice, team: Team, billing: string) {
  const number = new Intl.NumberFormat('en');
  const what = kind === 'quota' ? `monthly quota (${month})` : 'prepaid credits';
  const rest =
    kind === 'quota'
      ? 'Beyond the quota, PDFs use prepaid credits. When both are used up, requests are rejected with 402.'
      : 'When quota and credits are both used up, requests are rejected with 402.';
  return {
    subject: `${team.name}: ${threshold} % of the ${what} used`,
    text: `${number.format(used)} of ${number.format(limit)} PDFs of the ${what} of ${team.name} are used.\n\n${rest}\n\nUsage and credits: ${billing}\n`,
  };
}
