/** Sends signed requests to an S3-compatible storage: each bounded in time, and tried again where that can help. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { documentsUnavailable } from './document-bytes.ts';
import { errorCodeOf } from './object-list.ts';
import type { S3Location } from './s3-location.ts';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Milliseconds for the response to a request, whatever its number of attempts. */
const standardLimitMs = 10_000;
/** A body is given this much longer than the response to an empty one: at least 1 MB a second. */
const bytesPerMs = 1_000;
/** Ends before the lease of the request that waits for it. */
const maxBodyMs = 30_000;
const maxAttempts = 3;
const firstPauseMs = 100;
/** Bytes of an error response that are read for its code. */
const maxErrorBytes = 16_384;

/** Milliseconds by which clocks may differ. S3 refuses a signature that is 15 minutes old. */
const maxSkewMs = 60_000;

/** The storage is overloaded or restarting. S3 asks for another attempt in these cases. */
const passingStatus = new Set([429, 500, 502, 503, 504]);

export class S3Client {
  readonly #signer: AwsClient;
  readonly #location: S3Location;
  readonly #limitMs: number;
  /** One for each request that waits for the storage. */
  readonly #waiting = new Set<AbortController>();
  /** Added to the clock of this machine for the time that a signature has: that of the storage counts. */
  #clockOffsetMs = 0;
  #isClosed = false;

  constructor(location: S3Location, credentials: S3Credentials, limitMs = standardLimitMs) {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    this.#signer = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: 's3',
      region: location.region,
      retries: 0,
    });
    this.#location = location;
    this.#limitMs = limitMs;
  }

  /**
   * Returns the response to a request that may be sent several times, with any status below 300 or 404. Its body is read
   * with `readAll`, or as a stream without a limit of time. Throws `documents_unavailable`.
   */
  async send(request: S3Request): Promise<Response> {
    const end = performance.now() + this.#limitFor(request.body?.length ?? 0);
    for (let attempt = 1; ; attempt++) {
      const result = await this.#attempt(request, end - performance.now());
      if (result.response) return result.response;
      const pause = firstPauseMs * 4 ** (attempt - 1) * (0.5 + Math.random());
      const isOver = attempt === maxAttempts || performance.now() + pause >= end;
      if (!result.isPassing || isOver || this.#isClosed) {
        throw this.unavailable(result.reason, result.cause);
      }
      await delay(pause);
    }
  }

  /** Returns the body of a response, within the time that its size allows. Throws `documents_unavailable`. */
  async readAll(response: Response): Promise<Uint8Array> {
    const size = Number(response.headers.get('content-length') ?? 0);
    const limit = this.#limitFor(size);
    const { body } = response;
    if (!body) return new Uint8Array();
    try {
      return await this.#within(limit, async (signal) => {
        const chunks: Uint8Array[] = [];
        const reader = body.getReader();
        signal.addEventListener('abort', () => void reader.cancel().catch(() => {}));
        for (let read = await reader.read(); !read.done; read = await reader.read()) chunks.push(read.value);
        return Buffer.concat(chunks);
      });
    } catch (error) {
      throw this.unavailable(reasonOf(error, limit), error);
    }
  }

  /** Returns an address that works without credentials for `seconds`. The query becomes a part of it. */
  async signAddress(url: string, seconds: number): Promise<string> {
    const separator = url.includes('?') ? '&' : '?';
    const signed = await this.#signer.sign(`${url}${separator}X-Amz-Expires=${seconds}`, {
      method: 'GET',
      aws: { signQuery: true, datetime: this.#now() },
    });
    return signed.url;
  }

  unavailable(reason: string, cause?: unknown): Error {
    return documentsUnavailable(`${this.#location.name}: ${reason}`, cause);
  }

  close(): void {
    this.#isClosed = true;
    for (const controller of this.#waiting) controller.abort();
  }

  #limitFor(bytes: number): number {
    return this.#limitMs + Math.min(Math.ceil(bytes / bytesPerMs), maxBodyMs);
  }

  async #attempt(request: S3Request, limitMs: number): Promise<Attempt> {
    try {
      return await this.#within(limitMs, (signal) => this.#fetch(request, signal));
    } catch (error) {
      return { reason: reasonOf(error, this.#limitMs), cause: error, isPassing: true };
    }
  }

  async #fetch({ method, url, headers, body }: S3Request, signal: AbortSignal): Promise<Attempt> {
    const offsetMs = this.#clockOffsetMs;
    const signed = await this.#signer.sign(url, {
      method,
      headers: {
        ...headers,
        // Signed, so that a body that changes on its way is rejected even without TLS.
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      ...(body ? { body: body as BodyInit } : {}),
      // Would go on with a signature for another host.
      redirect: 'manual',
      aws: { datetime: this.#now() },
    });
    const response = await fetch(signed, { signal });
    const { status } = response;
    const wasSkewed = this.#readClock(response, offsetMs);
    if (status < 300 || status === 404) return { response };
    const code = errorCodeOf(await startOf(response));
    const isPassing = passingStatus.has(status) || (status === 403 && wasSkewed);
    return { reason: `status ${status}${code ? ` (${code})` : ''}`, isPassing };
  }

  /** As `x-amz-date` has it: 20260110T080000Z. */
  #now(): string {
    return new Date(Date.now() + this.#clockOffsetMs).toISOString().replace(/[:-]|\.\d{3}/g, '');
  }

  /**
   * Returns whether the request was signed with a time that the storage may refuse. `usedMs`: the offset that it was signed
   * with.
   */
  #readClock({ headers }: Response, usedMs: number): boolean {
    const offsetMs = Date.parse(headers.get('date') ?? '') - Date.now();
    if (Number.isNaN(offsetMs) || Math.abs(offsetMs - usedMs) < maxSkewMs) return false;
    this.#clockOffsetMs = Math.abs(offsetMs) < maxSkewMs ? 0 : offsetMs;
    return true;
  }

  /**
   * Rejects after `limitMs`, or when the storage is closed. The signal alone would not be enough: `fetch` keeps only weak
   * references to it, so that the garbage collector can take it while the request still waits.
   */
  async #within<Result>(limitMs: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController();
    const { promise: ended, reject } = Promise.withResolvers<never>();
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason));
    const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), limitMs);
    this.#waiting.add(controller);
    if (this.#isClosed) controller.abort();
    try {
      return await Promise.race([work(controller.signal), ended]);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(controller);
    }
  }
}

type Attempt =
  | { readonly response: Response }
  | {
      readonly response?: undefined;
      readonly reason: string;
      readonly isPassing: boolean;
      readonly cause?: unknown;
    };

/** Returns the beginning of a body as text, and cancels the rest. */
async function startOf({ body }: Response): Promise<string> {
  if (!body) return '';
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= maxErrorBytes) break;
  }
  return text;
}

/** Names the reason as the operating system does, which `fetch` hides in the cause of its error. */
function reasonOf(error: unknown, limitMs: number): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return `no response within ${Math.ceil(limitMs / 1000)} s`;
  if (name === 'AbortError') return 'the server is stopping';
  const inner = cause as { readonly code?: string; readonly message?: string } | undefined;
  return inner?.code ?? (inner?.message || message);
}
