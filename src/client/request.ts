/** One request to the server: proxies obeyed, the deadline kept, what can be retried told apart. */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { EnvHttpProxyAgent, request as send } from 'undici';
import { Failure } from '../contract/errors.ts';
import { bodyLimit } from '../contract/limits.ts';
import { answerFailure } from './answer-failure.ts';
import { Retryable } from './retry.ts';

export interface Connection {
  /** Throws `Retryable` and `Failure`, and the reason of the signal. */
  request(call: Call, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** From the server's address on, with its query. */
  readonly path: string;
  /** JSON where it is text. */
  readonly body?: string | FormBody;
  /** Makes a POST safe to repeat. */
  readonly idempotencyKey?: string;
}

/** A multipart/form-data body. */
export interface FormBody {
  readonly bytes: Uint8Array;
  /** With the boundary. */
  readonly contentType: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly token: string;
  readonly userAgent: string;
  /** false: a 429 is thrown at once, and not as `Retryable`. */
  readonly retryRateLimit: boolean;
  readonly onAnswer?: (answer: Answer) => void;
}

/** Milliseconds to a connection: longer is a host that is not there. */
const connectTimeout = 10_000;

export function openConnection({
  url,
  token,
  userAgent,
  retryRateLimit,
  onAnswer,
}: ConnectionOptions): Connection {
  // The command's own deadline bounds the whole; undici's are switched off, so that only one is told.
  const dispatcher = new EnvHttpProxyAgent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: connectTimeout },
  });
  return {
    async request({ method, path, body, idempotencyKey }, signal) {
      // What may have charged can only be repeated with a key that the server knows it by.
      const mayRepeat = method !== 'POST' || idempotencyKey !== undefined;
      let answer: Answer;
      try {
        const response = await send(`${url}${path}`, {
          dispatcher,
          method,
          signal,
          headers: {
            authorization: `Bearer ${token}`,
            accept: 'application/json',
            'user-agent': userAgent,
            ...headersOf(body),
            ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          },
          ...(body === undefined ? {} : { body: contentOf(body) }),
        });
        answer = { status: response.statusCode, headers: response.headers, text: await response.body.text() };
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        const failure = unreachable(url, error);
        throw mayRepeat ? new Retryable(failure) : failure;
      }
      onAnswer?.(answer);
      if (answer.status >= 200 && answer.status < 300) return answer;
      const failure = answerFailure(answer, url);
      if (answer.status === 429 && !retryRateLimit) throw failure;
      // A document that takes too long takes as long the next time.
      const isTimeout = failure.code === 'timeout';
      throw mayRepeat && !isTimeout && isTransient(answer.status, idempotencyKey)
        ? new Retryable(failure, secondsOf(answer.headers['retry-after']))
        : failure;
    },
    close: () => dispatcher.destroy(),
  };
}

function headersOf(body: Call['body']): Record<string, string> {
  if (body === undefined) return {};
  return typeof body === 'string'
    ? { 'content-type': 'application/json' }
    : { 'content-type': body.contentType, 'content-length': String(body.bytes.length) };
}

function contentOf(body: string | FormBody): string | Uint8Array | Readable {
  if (typeof body === 'string') return body;
  return body.bytes.length <= bodyLimit
    ? body.bytes
    : Readable.from(afterItsLength(body.bytes), { objectMode: false });
}

/** Bytes that go with the headers of a large body, and milliseconds in which the server can reject its length. */
const firstBytes = 1_024;
const rejectionMs = 1_000;

/**
 * A body that most servers reject. They do so by its length, and would break the connection on a client that is
 * sending, so the server is given time to do so first. (undici has no `Expect: 100-continue` for HTTP/1.1.)
 */
async function* afterItsLength(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, firstBytes);
  await delay(rejectionMs);
  yield bytes.subarray(firstBytes);
}

/** 409 with a key: it is still at work, because an earlier attempt lost its answer. 402 is never one. */
const isTransient = (status: number, idempotencyKey: string | undefined): boolean =>
  status === 409 ? idempotencyKey !== undefined : [429, 502, 503, 504].includes(status);

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function secondsOf(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,6}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  ETIMEDOUT: 'it did not answer',
  UND_ERR_CONNECT_TIMEOUT: `no connection within ${connectTimeout / 1000} s`,
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not signed by a known authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not signed by a known authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not signed by a known authority',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks http, and not https',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

function unreachable(url: string, error: unknown): Failure {
  const inner = innermost(error);
  const proxy = failedProxy(url, inner);
  if (proxy !== undefined) {
    return new Failure('server_unreachable', `${url} cannot be reached: ${proxy}.`, {
      hint: 'The proxy is the one that HTTPS_PROXY or HTTP_PROXY names; NO_PROXY=<host> goes around it.',
      cause: error,
    });
  }
  const reason = reasons[inner.code ?? ''] ?? (inner.message || inner.code || 'the connection failed');
  return new Failure('server_unreachable', `${url} cannot be reached: ${reason}.`, { cause: error });
}

/** What the proxy of the environment did wrong, or undefined where it is none of its doing. */
function failedProxy(url: string, { code, message, ...address }: ConnectionError): string | undefined {
  const [, status] = /^Proxy response \((\d+)\)/.exec(message) ?? [];
  if (status !== undefined) return `the proxy refused it with ${status}`;
  const { hostname, port, protocol } = new URL(url);
  const standard = protocol === 'https:' ? 443 : 80;
  const isOther =
    (address.port !== undefined && address.port !== Number(port || standard)) ||
    (address.hostname !== undefined && address.hostname !== hostname.replace(/^\[|\]$/g, ''));
  const reason = reasons[code ?? ''] ?? code;
  return isOther
    ? `the proxy ${address.hostname ?? `${address.address}:${address.port}`} failed (${reason})`
    : undefined;
}

/** What Node.js tells of a connection that was not made: where it went, or the name that it looked up. */
interface ConnectionError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** A connection tried over several addresses fails with all their errors. */
function innermost(error: unknown): ConnectionError {
  const { errors, cause } = error as { errors?: unknown[]; cause?: unknown };
  const next = errors?.[0] ?? cause;
  return next instanceof Error ? innermost(next) : (error as ConnectionError);
}
