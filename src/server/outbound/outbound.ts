/**
 * Requests of the server to addresses that a team gives it: its webhooks, and the storage of an upload. The network rules
 * of documents apply to them too, so that an address cannot name a machine behind the operator's firewall.
 */
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect as connectTls } from 'node:tls';
import { allowList } from '#browser/egress/allow-list';
import { Budget } from '#browser/egress/budget';
import { type Endpoint, toEndpoint } from '#browser/egress/endpoint';
import { defaultEgressLimits } from '#browser/egress/limits';
import { ownAddresses } from '#browser/egress/own-addresses';
import { createPolicy, type Policy } from '#browser/egress/policy';
import { EgressRefused } from '#browser/egress/refusal';
import { publicResolver, type Resolve } from '#browser/egress/resolver';
import { Unreachable } from '#browser/egress/unreachable';
import { connectTcp, Upstreams } from '#browser/egress/upstreams';

/**
 * The operator's own rule on an address. Returns whether it may be reached although neither address nor port is a public one,
 * and throws `EgressRefused` for one that may not be reached at all.
 */
export type AddressRule = (url: string) => boolean;

interface OutboundDownload {
  readonly url: string;
  /** Sent to the origin of `url` only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the request, whose promise then rejects with the reason. */
  readonly signal: AbortSignal;
  /** Default: the rules for documents. */
  readonly rule?: AddressRule | undefined;
}

interface OutboundRequest extends OutboundDownload {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly body: Uint8Array | OutboundStream;
}

/** A body that is sent as it is read. */
interface OutboundStream {
  /** In bytes. */
  readonly length: number;
  chunks(): AsyncIterable<Uint8Array>;
}

export interface OutboundResponse {
  /** A redirect is not followed. */
  readonly status: number;
  /** The first 4 KiB of an unsuccessful response; empty for a successful one. */
  readonly text: string;
}

export interface DownloadedFile {
  readonly status: number;
  readonly statusText: string;
  readonly headers: IncomingHttpHeaders;
  /** Empty for an unsuccessful response. */
  readonly bytes: Buffer;
}

export interface Outbound {
  /**
   * Throws `EgressRefused` for an address that the rules forbid, and `Unreachable` for a name that cannot be resolved.
   */
  check(url: string, signal: AbortSignal, rule?: AddressRule): Promise<void>;
  /**
   * Gets a file, after at most five redirects, whose addresses are checked too. Throws like `check`, `Unreachable` if there is
   * no response or it ends early, and what `onBytes` throws, which is called with the size of each piece.
   */
  download(request: OutboundDownload, onBytes: (size: number) => void): Promise<DownloadedFile>;
  /**
   * Connects to an address of the host that was checked, and to no other one. Throws like `check`, `Unreachable` if there is no
   * response, and what reading the body throws.
   */
  send(request: OutboundRequest): Promise<OutboundResponse>;
  close(): void;
}

export interface OutboundOptions {
  /** Exact `host` or `host:port` that may be reached although neither address nor port is a public one. */
  readonly allowHosts: readonly string[];
  /** This option and the one below exist for tests, where no address is public. */
  readonly resolve?: Resolve | undefined;
  /** Trusted instead of the usual certificate authorities. */
  readonly ca?: string | undefined;
}

// The signal of a request bounds its time as a whole; a storage may be silent for long.
const limits = { ...defaultEgressLimits, idleMs: 0 };

const maxResponseBytes = 4_096;
const maxHeaderSize = 32 * 1024;
const maxRedirects = 5;

export function startOutbound({ allowHosts, resolve, ca }: OutboundOptions): Outbound {
  const dns = publicResolver();
  const allowed = allowList(allowHosts);
  // One for each request: a policy remembers the addresses of a name.
  const policyFor = (signal: AbortSignal, isTrusted = false): Policy =>
    createPolicy({
      allowed: isTrusted ? () => true : allowed,
      ports: [80, 443],
      resolve: resolve ?? dns.resolve,
      ownAddresses,
      dnsMs: limits.dnsMs,
      signal,
    });
  /** Connects, and ends the connection after `talk`. */
  const withSocket = async <Result>(
    { url: text, signal, rule }: OutboundDownload,
    talk: (socket: Duplex, url: URL) => Promise<Result>,
  ): Promise<Result> => {
    const { url, endpoint } = parseAddress(text);
    const policy = policyFor(signal, rule?.(url.href));
    const upstreams = new Upstreams(policy, new Budget(limits), limits, connectTcp);
    const end = () => upstreams.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      signal.throwIfAborted();
      const socket = await upstreams.open(endpoint);
      const secured = url.protocol === 'https:' ? await secure(socket, endpoint, ca) : socket;
      return await talk(secured, url);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  };
  return {
    async check(text, signal, rule) {
      const { url, endpoint } = parseAddress(text);
      await policyFor(signal, rule?.(url.href)).admit(endpoint);
    },
    send: (sent) => withSocket(sent, (socket, url) => exchange(socket, url, sent)),
    async download(asked, onBytes) {
      let { url, headers } = asked;
      for (let redirects = 0; ; redirects++) {
        const file = await withSocket({ ...asked, url }, (socket, address) =>
          receive(socket, address, { headers, onBytes }),
        );
        const { location } = file.headers;
        const isRedirect = [301, 302, 303, 307, 308].includes(file.status);
        if (!isRedirect || location === undefined || redirects === maxRedirects) return file;
        const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
        if (!target) return file;
        // Credentials are for the server that they were given for.
        if (target.origin !== new URL(url).origin) headers = {};
        url = target.href;
      }
    },
    close: () => dns.close(),
  };
}

/** Gets one response. */
function receive(
  socket: Duplex,
  url: URL,
  { headers, onBytes }: Pick<OutboundDownload, 'headers'> & { readonly onBytes: (size: number) => void },
): Promise<DownloadedFile> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, connection: 'close' },
      createConnection: () => socket,
      maxHeaderSize,
    });
    const fail = () => reject(new Unreachable(`${url.host} closed the connection before responding.`));
    outgoing.on('error', fail);
    outgoing.on('close', fail);
    outgoing.on('response', (response) => {
      const { statusCode: status = 0, statusMessage: statusText = '' } = response;
      const rest = { status, statusText, headers: response.headers };
      if (status !== 200) return resolve({ ...rest, bytes: Buffer.alloc(0) });
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        try {
          onBytes(chunk.length);
          chunks.push(chunk);
        } catch (error) {
          reject(error);
          response.destroy();
        }
      });
      response.on('error', fail);
      response.on('end', () => resolve({ ...rest, bytes: Buffer.concat(chunks) }));
    });
    outgoing.end();
  });
}

function parseAddress(text: string): { readonly url: URL; readonly endpoint: Endpoint } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new EgressRefused('This is not an http or https address.');
  if (url.username !== '' || url.password !== '') {
    throw new EgressRefused('The address must not contain a user or a password.');
  }
  const endpoint = toEndpoint(url);
  if (!endpoint) throw new EgressRefused('This is not a host address.');
  return { url, endpoint };
}

async function secure(socket: Socket, { host }: Endpoint, ca: string | undefined): Promise<Duplex> {
  // An address has no server name (RFC 6066, section 3); its certificate is compared with `host`.
  const name = isIP(host) ? { host } : { host, servername: host };
  const secured = connectTls({ socket, ...name, ...(ca === undefined ? {} : { ca }) });
  await new Promise<void>((resolve, reject) => {
    const fail = (error?: Error) => {
      // Node.js adds advice for its own operator.
      const reason = error ? `: ${error.message.split(';')[0]}` : '';
      reject(new Unreachable(`${host} did not establish TLS${reason}.`));
    };
    secured.once('secureConnect', resolve);
    secured.once('error', fail);
    secured.once('close', () => fail());
  });
  // A later error is followed by 'close', which ends the request.
  secured.on('error', () => {});
  return secured;
}

function exchange(
  socket: Duplex,
  url: URL,
  { method, headers, body }: OutboundRequest,
): Promise<OutboundResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, 'content-length': body.length, connection: 'close' },
      createConnection: () => socket,
      maxHeaderSize,
    });
    const fail = () => reject(new Unreachable(`${url.host} closed the connection before responding.`));
    let isAnswered = false;
    // Once a response has begun, its own end counts.
    outgoing.on('error', () => isAnswered || fail());
    outgoing.on('close', () => isAnswered || fail());
    outgoing.on('response', (response) => {
      isAnswered = true;
      const status = response.statusCode ?? 0;
      response.on('error', () => {});
      if (status < 200 || status > 299) {
        void readStart(response).then((text) => resolve({ status, text }));
        return;
      }
      // A receiver that responds before it has all of the body must still get it.
      const succeed = () => resolve({ status, text: '' });
      if (outgoing.writableFinished) return succeed();
      outgoing.once('finish', succeed);
      outgoing.once('close', fail);
    });
    if (body instanceof Uint8Array) outgoing.end(body);
    else {
      // A lost connection has its own events.
      pipeline(readChunks(body, reject), outgoing).catch(() => {});
    }
  });
}

/** Calls `onFailure` if the body cannot be read. */
async function* readChunks(body: OutboundStream, onFailure: (reason: unknown) => void) {
  try {
    yield* body.chunks();
  } catch (error) {
    onFailure(error);
    throw error;
  }
}

/** Returns what has arrived if the rest does not. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxResponseBytes) break;
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(chunks).subarray(0, maxResponseBytes).toString();
}
