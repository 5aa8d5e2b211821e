/**
 * Sends a single request to the server: it respects proxies and the deadline, and marks failures that can be retried.
 */
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { Failure } from '#contract/errors';
import { isLoopback } from '#contract/host';
import { bodyLimit } from '#contract/limits';
import { toFailure } from './response-failure.ts';
import { Retryable } from './retry.ts';

export interface ApiConnection {
  /** Throws `Retryable`, `Failure`, or the reason of the signal if it aborts. */
  request(call: Call, signal: AbortSignal): Promise<Response>;
  close(): Promise<void>;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the server's address, including the query. */
  readonly path: string;
  /** A string is sent as JSON. */
  readonly body?: string | EncodedForm;
  /** Makes it safe to repeat a POST. */
  readonly idempotencyKey?: string;
  /** Whether a POST may be repeated without a key, because a second one changes nothing. */
  readonly isRepeatable?: boolean;
  /** The `Prefer` header. */
  readonly prefer?: string;
  /** Receives the body of a successful response, whose `text` is then empty. */
  readonly sink?: BodySink;
}

/** Reads a body to its end. It is called again if the connection was lost and the request is repeated. */
export type BodySink = (body: AsyncIterable<Uint8Array>) => Promise<void>;

/** A body that is no JSON. */
export interface EncodedForm {
  readonly bytes: Uint8Array;
  /** The media type of a form, with its boundary. */
  readonly contentType: string;
}

export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly token: string;
  readonly userAgent: string;
  /** If false, a 429 is thrown as its failure instead of as `Retryable`. */
  readonly retryRateLimit: boolean;
  readonly onResponse?: ((response: Response) => void) | undefined;
}

/** Milliseconds to establish a connection. A host that takes longer counts as unreachable. */
const connectTimeoutMs = 10_000;

export function openConnection({
  url,
  token,
  userAgent,
  retryRateLimit,
  onResponse,
}: ConnectionOptions): ApiConnection {
  let dispatcher: Dispatcher | undefined;
  const open = async () => {
    // Loaded with the first request: it has a hundred files, and a program may import the client and not use it.
    const { Agent, EnvHttpProxyAgent, request: send } = await import('undici');
    // The caller's deadline bounds the whole request. undici's own timeouts are off, so that only one is reported.
    // A proxy cannot reach a server on this machine, or reaches one on its own.
    const Way = isLoopback(url) ? Agent : EnvHttpProxyAgent;
    dispatcher ??= new Way({
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { timeout: connectTimeoutMs },
    });
    return { dispatcher, send };
  };
  return {
    async request({ method, path, body, idempotencyKey, isRepeatable, prefer, sink }, signal) {
      // A request that may have charged must not be repeated without a key by which the server recognizes it.
      const mayRepeat = method !== 'POST' || idempotencyKey !== undefined || isRepeatable === true;
      const { dispatcher, send } = await open();
      let response: Response;
      try {
        const received = await send(`${url}${path}`, {
          dispatcher,
          method,
          signal,
          headers: {
            authorization: `Bearer ${token}`,
            accept: sink ? '*/*' : 'application/json',
            'user-agent': userAgent,
            ...getHeaders(body),
            ...(prefer === undefined ? {} : { prefer }),
            ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
          },
          body: body === undefined ? null : toContent(body),
        });
        response = {
          status: received.statusCode,
          headers: received.headers,
          text: sink && received.statusCode < 300 ? '' : await received.body.text(),
        };
        if (sink && received.statusCode < 300) await sink(received.body);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        // Thrown by the sink, for example because of a full disk.
        if (error instanceof Failure) throw error;
        const failure = unreachable(url, error);
        throw mayRepeat ? new Retryable(failure) : failure;
      }
      onResponse?.(response);
      if (response.status >= 200 && response.status < 300) return response;
      const failure = toFailure(response, url);
      if (response.status === 429 && !retryRateLimit) throw failure;
      // A document that timed out would take as long the next time.
      const isTimeout = failure.code === 'timeout';
      throw mayRepeat && !isTimeout && isTransient(response.status, idempotencyKey)
        ? new Retryable(failure, parseSeconds(response.headers['retry-after']))
        : failure;
    },
    async close() {
      await dispatcher?.destroy();
    },
  };
}

function getHeaders(body: Call['body']): Record<string, string> {
  if (body === undefined) return {};
  return typeof body === 'string'
    ? { 'content-type': 'application/json' }
    : { 'content-type': body.contentType, 'content-length': String(body.bytes.length) };
}

function toContent(body: string | EncodedForm): string | Uint8Array | Readable {
  if (typeof body === 'string') return body;
  return body.bytes.length <= bodyLimit
    ? body.bytes
    : Readable.from(afterItsLength(body.bytes), { objectMode: false });
}

/**
 * The number of bytes sent along with the headers of a large body, and the milliseconds in which the server can reject
 * its length.
 */
const firstBytes = 1_024;
const rejectionMs = 1_000;

/**
 * Yields a body that most servers reject. They do so by its length and would reset the connection while the client is
 * still sending, so this pauses to let the response arrive. (undici has no `Expect: 100-continue` for HTTP/1.1.)
 */
async function* afterItsLength(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, firstBytes);
  await delay(rejectionMs);
  yield bytes.subarray(firstBytes);
}

/**
 * A 409 with a key means that an earlier attempt, whose response was lost, is still running. A 402 is never transient.
 */
const isTransient = (status: number, idempotencyKey: string | undefined): boolean =>
  status === 409 ? idempotencyKey !== undefined : [429, 502, 503, 504].includes(status);

/** Parses seconds or a date (RFC 9110, section 10.2.3). */
function parseSeconds(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  if (/^\d{1,6}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'its name could not be resolved',
  ETIMEDOUT: 'it did not respond',
  UND_ERR_CONNECT_TIMEOUT: `no connection within ${connectTimeoutMs / 1000} s`,
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not signed by a known authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not signed by a known authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not signed by a known authority',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks http, not https',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
};

function unreachable(url: string, error: unknown): Failure {
  const inner = innermost(error);
  const proxy = failedProxy(url, inner);
  if (proxy !== undefined) {
    return new Failure('server_unreachable', `${url} cannot be reached: ${proxy}.`, {
      hint: 'The proxy comes from HTTPS_PROXY or HTTP_PROXY; NO_PROXY=<host> bypasses it.',
      cause: error,
    });
  }
  const reason = reasons[inner.code ?? ''] ?? (inner.message || inner.code || 'the connection failed');
  return new Failure('server_unreachable', `${url} cannot be reached: ${reason}.`, { cause: error });
}

/** Describes the failure of the proxy from the environment. Returns undefined if the proxy is not the cause. */
function failedProxy(url: string, { code, message, ...address }: ConnectionError): string | undefined {
  const [, status] = /^Proxy response \((\d+)\)/.exec(message) ?? [];
  if (status !== undefined) return `the proxy rejected it with ${status}`;
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

/** The fields that Node.js sets for a failed connection: the address it tried, or the name it looked up. */
interface ConnectionError extends NodeJS.ErrnoException {
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** A connection that is tried over several addresses fails with an error for each of them. */
function innermost(error: unknown): ConnectionError {
  const { errors, cause } = error as { errors?: unknown[]; cause?: unknown };
  const next = errors?.[0] ?? cause;
  return next instanceof Error ? innermost(next) : (error as ConnectionError);
}
