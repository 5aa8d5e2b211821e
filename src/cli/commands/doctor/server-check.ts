/** The checks of `pdfapi doctor` for the configured server: reachability, version, clock and token. */

import type { Client } from '#client/client';
import type { Response } from '#client/request';
import { Failure } from '#contract/errors';
import { noQuota } from '#contract/plans';
import { packageVersion } from '#library/package-version';
import { readConnectionSettings } from '../../connection/connection-settings.ts';
import { startDeadline } from '../../connection/server-connection.ts';
import { formatMilliseconds } from '../../io/format.ts';
import type { Session } from '../../session.ts';
import type { Examination } from './examination.ts';

/** A check needs no render, so a server that takes longer than this is not healthy. Milliseconds. */
const timeoutMs = 10_000;

/** A clock difference shifts the expiry of signed addresses and tokens by the same amount. Seconds. */
const maxClockSkewSeconds = 60;

export async function checkServer(session: Session, examination: Examination): Promise<void> {
  let asked: Asked | undefined;
  await examination('server', async () => {
    const { url, token } = readConnectionSettings(session);
    if (session.globals.local) return { state: 'ok', text: 'not checked, because of --local' };
    if (!url) return { state: 'ok', text: 'none: documents are rendered locally' };
    const server = `${url.value}, from ${url.origin}`;
    if (!token) {
      return { state: 'warning', text: `${server}; it has no token: run pdfapi login or set PDFAPI_TOKEN` };
    }
    const { openClient } = await import('#client/client');
    const client = openClient({
      url: url.value,
      token: token.value,
      userAgent: `pdfapi/${packageVersion()}`,
      retries: 0,
    });
    try {
      asked = await ask(client, token.origin);
    } finally {
      await client.close();
    }
    return { state: 'ok', text: `${server}; responded in ${formatMilliseconds(asked.ms)}` };
  });
  if (!asked) return;
  const { token, clock, version } = asked;
  await examination('token', token);
  if (clock !== undefined) await examination('clock', async () => checkClock(clock));
  if (version !== undefined) await examination('version', async () => checkVersion(version));
}

interface Asked {
  /** Milliseconds until the first response. */
  readonly ms: number;
  /** The server's verdict on the token. */
  readonly token: Parameters<Examination>[1];
  /** Seconds that the server's clock is ahead; undefined if the response has no date. */
  readonly clock: number | undefined;
  /** Undefined if the server is not pdfapi. */
  readonly version: string | undefined;
}

/** Throws if no API responds. */
async function ask(client: Client, origin: string): Promise<Asked> {
  const options = startDeadline(timeoutMs);
  const start = performance.now();
  const described = await client
    .call({ method: 'GET', path: '/openapi.json' }, options)
    .catch((error: unknown) => toResponseFailure(error));
  const ms = performance.now() - start;
  const usage = await client.usage(options).catch((error: unknown) => toResponseFailure(error));
  const isDescribed = !(described instanceof Failure);
  return {
    ms,
    clock: isDescribed ? secondsAhead(described) : undefined,
    version: isDescribed ? parseVersion(described) : undefined,
    async token() {
      if (usage instanceof Failure) throw usage;
      const { plan, current_month_usage: used, quota_limit: limit } = usage;
      const left = usage.has_quota_remaining ? '' : '; used up';
      const text = `valid, from ${origin}; plan ${plan}, ${used}${limit === noQuota ? '' : ` of ${limit}`} PDFs this month${left}`;
      return { state: usage.has_quota_remaining ? 'ok' : 'warning', text };
    },
  };
}

/** Returns the error that a reachable server responded with. Rethrows an error that means that there is no server. */
function toResponseFailure(error: unknown): Failure {
  const isResponse =
    error instanceof Failure &&
    !['server_unreachable', 'server_unavailable', 'timeout', 'interrupted'].includes(error.code);
  if (isResponse) return error;
  throw error;
}

function secondsAhead({ headers }: Response): number | undefined {
  const time = Date.parse(String(headers.date));
  // The header has whole seconds, rounded down; half a second corrects for that.
  return Number.isNaN(time) ? undefined : Math.round((time + 500 - Date.now()) / 1000);
}

function parseVersion({ text }: Response): string | undefined {
  try {
    const version: unknown = JSON.parse(text).info.version;
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
}

function checkClock(ahead: number): Awaited<ReturnType<Parameters<Examination>[1]>> {
  const seconds = Math.abs(ahead);
  if (seconds <= 2) return { state: 'ok', text: 'in sync with this machine' };
  const text = `the server is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine`;
  return { state: seconds > maxClockSkewSeconds ? 'warning' : 'ok', text };
}

function checkVersion(version: string): Awaited<ReturnType<Parameters<Examination>[1]>> {
  const own = packageVersion();
  const text = version === own ? `${version}, same as this command` : `${version}; this command is ${own}`;
  return { state: 'ok', text };
}
