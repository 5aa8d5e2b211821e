/**
 * The DevTools protocol over two pipes: JSON messages, each terminated by a NUL byte. It is implemented without a
 * library because it is the hot path of every render, and because the browser process must run under its own user id,
 * which the libraries do not support.
 */
import { setMaxListeners } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.d.ts';
import { Failure } from '#contract/errors';
import { pageLimits, tooMuch } from '../page/page-limits.ts';
import { type Base64Content, messagePieces, pieceLength } from './message-pieces.ts';
import { type MessageKind, MessageReader, type ReadMessage } from './message-reader.ts';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
type Encodable<P> = { [K in keyof P]: P[K] | (string extends P[K] ? Base64Content : never) };
type Params<M extends keyof Commands> = Encodable<Commands[M]['paramsType'][0]>;
/** A PDF or a screenshot arrives decoded, see `MessageReader`, unless its data is read from a stream. */
type Result<M extends keyof Commands> = M extends DataMethod
  ? { readonly data: Buffer; readonly stream?: string | undefined }
  : Commands[M]['returnType'];
type Handler<E extends keyof Events> = (event: Events[E][0]) => void;

/** The browser itself, or one page in it. */
export interface CdpSession {
  send<M extends keyof Commands>(method: M, params?: Params<M>): Promise<Result<M>>;
  /** Calls the handler for every matching event of this session. */
  on<E extends keyof Events>(event: E, handler: Handler<E>): void;
  /** Limits the events of this session from now on. */
  bound(limit: EventLimit): void;
}

interface EventLimit {
  readonly bytes: number;
  /** Called once, when the events exceed this number of bytes in total. */
  onOver(): void;
  /** Called in place of the handlers of an event that was too long to be read. */
  onCut(event: CutEvent): void;
}

interface CutEvent {
  readonly event: keyof Events;
  readonly bytes: number;
  /** The end of its JSON. */
  readonly tail: string;
}

/** The browser's error response to one command. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly method: string;

  constructor(method: string, message: string) {
    super(`${method}: ${message}`);
    this.method = method;
  }
}

interface Pending {
  readonly method: string;
  readonly sessionId: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Bound {
  readonly limit: EventLimit;
  left: number;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** Messages without a session id belong to the browser itself. */
const browserSession = '';

type DataMethod = 'Page.printToPDF' | 'Page.captureScreenshot';

/** The commands whose result is large enough to be decoded while it arrives. */
const dataMethods: ReadonlySet<string> = new Set<DataMethod>(['Page.printToPDF', 'Page.captureScreenshot']);

/** Commands that ask for a file or a piece of one, whose callers limit its length. */
const fileMethods: ReadonlySet<string> = new Set<keyof Commands>([
  'Fetch.getResponseBody',
  'IO.read',
  'Page.getResourceContent',
]);

/** Parsing this much takes 10 ms. It is more than the longest address that Chromium loads, 2 MB, of a request. */
const maxEventBytes = 4 * 1024 * 1024;

/** A short result arrives undecoded, because the reader leaves short messages as JSON. */
function withData(result: unknown, data: Buffer | undefined) {
  const short = result as { readonly data: string; readonly stream?: string };
  return { data: data ?? Buffer.from(short.data, 'base64'), stream: short.stream };
}

export class CdpConnection {
  /** The session of the browser as a whole. */
  readonly browser: CdpSession = this.session(browserSession);
  readonly #lost = new AbortController();
  readonly #write: Writable;
  readonly #pending = new Map<number, Pending>();
  readonly #handlers = new Map<string, Map<string, ((event: unknown) => void)[]>>();
  /** Every event that has had a handler. */
  readonly #handled = new Set<string>();
  readonly #bounds = new Map<string, Bound>();
  readonly #reader = new MessageReader(
    (head) => this.#kindOf(head),
    (message) => this.#dispatch(message),
  );
  /** Messages waiting for a long one, which is the first, to be written. */
  readonly #unwritten: Iterator<string, void>[] = [];
  #lastId = 0;
  #closed: Error | undefined;

  constructor(write: Writable, read: Readable) {
    this.#write = write;
    // Each document in progress adds a listener, so more than ten are not a leak.
    setMaxListeners(0, this.lost);
    write.on('error', () => this.close(new Failure('browser_failed', 'The browser closed its connection.')));
    read.on('error', () => this.close(new Failure('browser_failed', 'The browser closed its connection.')));
    read.on('end', () => this.close(new Failure('browser_failed', 'The browser ended unexpectedly.')));
    read.on('data', (chunk: Buffer) => this.#reader.read(chunk));
  }

  /** Aborts with the reason when the connection closes. Code that waits for an event listens to it. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Returns the session of a page that was attached with `flatten: true`. */
  session(sessionId: string): CdpSession {
    return {
      send: (method, params) => this.#send(sessionId, method, params) as Promise<never>,
      on: (event, handler) => {
        const events = this.#handlers.get(sessionId) ?? new Map<string, ((event: unknown) => void)[]>();
        this.#handlers.set(sessionId, events);
        this.#handled.add(event);
        const handlers = events.get(event) ?? [];
        handlers.push(handler as (event: unknown) => void);
        events.set(event, handlers);
      },
      bound: (limit) => void this.#bounds.set(sessionId, { limit, left: limit.bytes }),
    };
  }

  /** Removes the session's handlers and rejects its pending commands. */
  drop(sessionId: string): void {
    this.#handlers.delete(sessionId);
    this.#bounds.delete(sessionId);
    for (const [id, pending] of this.#pending) {
      if (pending.sessionId !== sessionId) continue;
      this.#pending.delete(id);
      pending.reject(new ProtocolError(pending.method, 'the page was closed'));
    }
  }

  /** Rejects every pending and future command with this error. */
  close(error: Error): void {
    if (this.#closed) return;
    this.#closed = error;
    this.#lost.abort(error);
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
    this.#handlers.clear();
    this.#unwritten.length = 0;
    this.#write.end();
  }

  #send(sessionId: string, method: string, params: object = {}): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { method, sessionId, resolve, reject });
      this.#unwritten.push(messagePieces({ id, method, params, sessionId }));
      if (this.#unwritten.length === 1) this.#writeMessages();
    });
  }

  /** Yields to the event loop after each long piece, until the browser has read it: a PDF that is drawn has 100 MB. */
  #writeMessages(): void {
    for (let message = this.#unwritten[0]; message; message = this.#unwritten[0]) {
      const { value: piece, done } = message.next();
      if (done) {
        this.#unwritten.shift();
        continue;
      }
      const isRead = this.#write.write(piece);
      if (piece.length < pieceLength) continue;
      const goOn = () => this.#writeMessages();
      if (isRead) setImmediate(goOn);
      else this.#write.once('drain', goOn);
      return;
    }
  }

  /** Events without a handler are not read. */
  #kindOf(head: string): MessageKind {
    const id = idOf(head);
    if (id === undefined) {
      const method = methodOf(head);
      return { isData: false, maxBytes: method && !this.#handled.has(method) ? 0 : maxEventBytes };
    }
    const method = this.#pending.get(id)?.method ?? '';
    const maxBytes = fileMethods.has(method) ? Number.POSITIVE_INFINITY : pageLimits.maxAnswerBytes;
    return { isData: dataMethods.has(method), maxBytes };
  }

  #dispatch(read: ReadMessage): void {
    if (read.isCut) {
      this.#passOver(read);
      return;
    }
    const { text, data, bytes } = read;
    const message: Message = JSON.parse(text);
    if (message.id === undefined) {
      const sessionId = message.sessionId ?? browserSession;
      this.#spend(sessionId, bytes);
      const events = this.#handlers.get(sessionId);
      for (const handler of events?.get(message.method ?? '') ?? []) handler(message.params);
      return;
    }
    const pending = this.#take(message.id);
    if (!pending) return;
    if (message.error) pending.reject(new ProtocolError(pending.method, message.error.message));
    else if (dataMethods.has(pending.method)) pending.resolve(withData(message.result, data));
    else pending.resolve(message.result);
  }

  #passOver({ text, bytes }: ReadMessage): void {
    const id = idOf(text);
    if (id !== undefined) {
      this.#take(id)?.reject(tooMuch(`says more than its limit: ${pageLimits.maxAnswerBytes} bytes`));
      return;
    }
    const sessionId = /"sessionId":"([^"]+)"\}$/.exec(text)?.[1] ?? browserSession;
    const event = methodOf(text);
    if (event && this.#handlers.get(sessionId)?.has(event)) {
      this.#bounds.get(sessionId)?.limit.onCut({ event: event as keyof Events, bytes, tail: text });
    }
    this.#spend(sessionId, bytes);
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  #spend(sessionId: string, bytes: number): void {
    const bound = this.#bounds.get(sessionId);
    if (!bound) return;
    bound.left -= bytes;
    if (bound.left >= 0) return;
    this.#bounds.delete(sessionId);
    bound.limit.onOver();
  }
}

/** The id of a response, which is written first. Undefined for an event. */
function idOf(head: string): number | undefined {
  const digits = /^\{"id":(\d+)/.exec(head)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The name of an event, which is written first. */
const methodOf = (head: string): string | undefined => /^\{"method":"([\w.]+)"/.exec(head)?.[1];
