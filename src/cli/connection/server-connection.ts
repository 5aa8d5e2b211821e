/** A client for the server of this command, with its deadline, its retry messages and its cleanup. */

import type { CallBounds, Client, OpenClientOptions } from '#client/client';
import { Failure } from '#contract/errors';
import type { UsageReport } from '#contract/usage';
import { packageVersion } from '#library/package-version';
import { toTimeoutFlag } from '#runtime/timeout-advice';
import { formatMilliseconds } from '../io/format.ts';
import type { Session } from '../session.ts';
import { missingToken, parseRetries, parseTimeout, readConnectionSettings } from './connection-settings.ts';
import { announceDestination } from './destination.ts';

export interface ServerConnection {
  readonly client: Client;
  readonly url: string;
  /** The command's deadline, counted from its first use. */
  readonly options: CallBounds;
  /** Milliseconds that one call with all its retries may take. */
  readonly timeoutMs: number;
}

type Pacing = Pick<OpenClientOptions, 'onResponse' | 'isPaced'>;

interface ConnectOptions extends Pacing {
  /** Names what works without a server, for the hint if there is none. */
  readonly localAlternative?: string | undefined;
}

/** Throws `no_server`, which explains how to set one up. */
export async function connect(
  session: Session,
  { localAlternative, ...pacing }: ConnectOptions = {},
): Promise<ServerConnection> {
  if (session.globals.local) {
    throw new Failure('usage', 'This command needs a server, but --local excludes servers.');
  }
  const settings = readConnectionSettings(session);
  const { url, token } = settings;
  if (!url || !token) throw missingToken(url, localAlternative ? [localAlternative] : []);
  announceDestination(session, url);
  const timeoutMs = parseTimeout(settings);
  const client = await openClientFor(
    session,
    { url: url.value, token: token.value },
    parseRetries(settings),
    pacing,
  );
  return { client, url: url.value, options: startDeadline(timeoutMs), timeoutMs };
}

/** Tries a token that is not saved yet. Throws `unauthenticated` if the server does not know it. */
export async function probeServer(session: Session, server: Server): Promise<UsageReport> {
  const client = await openClientFor(session, server, 1);
  try {
    return await client.usage(startDeadline(session.globals.timeout ?? probeLimitMs));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'unauthenticated') throw error;
    throw new Failure('unauthenticated', `${server.url} does not accept this token.`, {
      hint: 'It may be revoked, expired, or for another server. The operator can create one: pdfapi admin token create',
      facts: error.facts ?? {},
      cause: error,
    });
  }
}

/** Milliseconds that a server may take to identify the owner of a token. */
const probeLimitMs = 15_000;

interface Server {
  readonly url: string;
  readonly token: string;
}

async function openClientFor(
  session: Session,
  { url, token }: Server,
  retries: number,
  pacing: Pacing = {},
): Promise<Client> {
  const [{ openClient }, { writeData }] = await Promise.all([import('#client/client'), import('#twig')]);
  const client = openClient({
    url,
    token,
    userAgent: `pdfapi/${packageVersion()}`,
    retries,
    ...pacing,
    // The server fills templates with the same key order and the same digits as a local render.
    stringify: writeData,
    onRetry: ({ attempt, wait, failure }) =>
      session.terminal.activity(
        `${failure.message} Trying again in ${formatMilliseconds(wait)} (${attempt})`,
      ),
  });
  session.shutdown.add(() => client.close());
  return client;
}

/** Starts a time budget. */
export function startDeadline(timeoutMs: number): CallBounds {
  const controller = new AbortController();
  const over = () =>
    controller.abort(
      new Failure('timeout', `No response within ${formatMilliseconds(timeoutMs)}.`, {
        hint: `For more time: --timeout ${toTimeoutFlag(4 * timeoutMs)}.`,
      }),
    );
  setTimeout(over, timeoutMs).unref();
  return { signal: controller.signal, end: performance.now() + timeoutMs };
}
