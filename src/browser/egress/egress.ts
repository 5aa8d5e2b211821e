/**
 * The only way from a rendered page to the network: an HTTP proxy on loopback, one for each render. Unlike the
 * interception of requests in the browser, it is a real boundary: there were 20 ways around a careful filter, among them
 * WebSockets, workers, prefetching and DNS rebinding.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type AllowedHost, allowList, denyList } from './allow-list.ts';
import { Budget } from './budget.ts';
import { type Endpoint, parseEndpoint, toEndpoint, tunnelUrl } from './endpoint.ts';
import { forward } from './forward.ts';
import { defaultEgressLimits, type EgressLimits } from './limits.ts';
import { ownAddresses } from './own-addresses.ts';
import { createPolicy } from './policy.ts';
import { EgressRefused } from './refusal.ts';
import { type EgressEvent, reportOnce } from './report.ts';
import { publicResolver, type Resolve } from './resolver.ts';
import { tunnel } from './tunnel.ts';
import { type Connect, connectTcp, Upstreams } from './upstreams.ts';

export interface EgressOptions {
  /** Exact `host` or `host:port` that may be reached although neither address nor port is a public one. */
  readonly allowHosts: readonly AllowedHost[];
  readonly limits?: Partial<EgressLimits>;
  /** A rule or a limit forbade a request. */
  readonly onRefused: (event: EgressEvent) => void;
  /** An allowed request failed: the host was not found, did not respond, or closed the connection. */
  readonly onFailed?: (event: EgressEvent) => void;
  /** This option and those below exist for tests, where no address is public. Default: 80 and 443. */
  readonly ports?: readonly number[];
  readonly resolve?: Resolve;
  readonly nameServers?: readonly string[];
  readonly ownAddresses?: () => readonly string[];
  readonly connect?: Connect;
}

export interface Egress {
  /** `http://127.0.0.1:port`, for Chromium. */
  readonly proxy: string;
  readonly usage: { readonly bytes: number; readonly connections: number };
  /** Cuts everything off at once. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Starts the proxy of one render.
 *
 * Other processes of this machine may use it while it is open: Chromium is given no password for a proxy but
 * by answering a question in the page. They gain nothing: what the proxy reaches, they reach themselves.
 *
 * @example
 * const egress = await startEgress({ allowHosts: [], onRefused: (event) => refused.push(event) });
 * await browser.send('Target.createBrowserContext', egressContext(egress));
 * // … render …
 * await egress.close();
 */
export async function startEgress(options: EgressOptions): Promise<Egress> {
  const limits = { ...defaultEgressLimits, ...options.limits };
  const dns = publicResolver(options.nameServers);
  const ended = new AbortController();
  const budget = new Budget(limits);
  const rules = createPolicy({
    allowed: allowList(options.allowHosts),
    denied: denyList(options.allowHosts),
    ports: options.ports ?? [80, 443],
    resolve: options.resolve ?? dns.resolve,
    ownAddresses: options.ownAddresses ?? ownAddresses,
    dnsMs: limits.dnsMs,
    signal: ended.signal,
  });
  const upstreams = new Upstreams(rules, budget, limits, options.connect ?? connectTcp);
  const refused = reportOnce(limits.reports, options.onRefused);
  const failed = reportOnce(limits.reports, options.onFailed ?? (() => {}));
  const server = createServer(serverOptions);
  const clients = new Set<Socket>();

  server.on('request', async (incoming, outgoing) => {
    const url = absoluteUrl(incoming);
    if (!url) return answerRequest(outgoing, 'malformed');
    const shown = withoutSecrets(url);
    try {
      const socket = await reach(toEndpoint(url));
      await forward({ incoming, outgoing, url, socket, meter: meter(shown) });
    } catch (error) {
      answerRequest(outgoing, await explain(shown, error));
    }
  });

  // https:, wss: and ws:, and WebRTC over TCP.
  server.on('connect', async (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => {}); // Followed by 'close'.
    const endpoint = parseEndpoint(incoming.url ?? '');
    const shown = endpoint ? tunnelUrl(endpoint) : shortened(`https://${incoming.url}`);
    try {
      const socket = await reach(endpoint);
      tunnel({ client, socket, head, meter: meter(shown) });
    } catch (error) {
      answerConnect(client, await explain(shown, error));
    }
  });

  function reach(endpoint: Endpoint | undefined): Promise<Socket> {
    if (!endpoint) throw new EgressRefused('This is not a host address.');
    return upstreams.open(endpoint);
  }

  function meter(url: string): (chunk: Buffer) => void {
    return (chunk) => {
      const over = budget.spend(chunk.length);
      if (!over) return;
      refused({ url, reason: over.message });
      upstreams.cut(); // The limit applies to the render, so its other connections end too.
    };
  }

  let refusals = 0;
  async function explain(url: string, error: unknown): Promise<ProxyResponse> {
    if (ended.signal.aborted) return 'unavailable'; // Cut off by close().
    // A connection that was closed at the limit counts as rejected, not as failed.
    const cause = error instanceof EgressRefused ? error : (budget.spend(0) ?? error);
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (!(cause instanceof EgressRefused)) {
      failed({ url, reason });
      return 'unavailable';
    }
    refused({ url, reason });
    // A page that goes on after so many answers must not take the time of other renders.
    if (++refusals > limits.reports)
      await delay(slowRefusalMs, undefined, { signal: ended.signal }).catch(() => {});
    return 'denied';
  }

  server.on('connection', (client: Socket) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
  });
  server.maxConnections = 4 * limits.openConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  // A connection that cannot be accepted, because no more files can be opened. The page reports it as failed.
  server.on('error', () => {});

  async function close(): Promise<void> {
    ended.abort();
    dns.close();
    upstreams.close();
    const closed = new Promise((resolve) => server.close(resolve));
    // `server.close` does not close CONNECT tunnels.
    for (const client of clients) client.destroy();
    await closed;
  }

  return {
    proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get usage() {
      return { bytes: budget.bytes, connections: budget.connections };
    },
    close,
  };
}

const slowRefusalMs = 250;

const serverOptions = {
  maxHeaderSize: 32 * 1024, // Twice Node's default, for cookies and long addresses.
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
};

/** A proxy's request names the whole address; everything else was not meant for a proxy. */
function absoluteUrl({ url = '' }: IncomingMessage): URL | undefined {
  return /^http:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
}

function withoutSecrets(url: URL): string {
  return shortened(url.origin + url.pathname);
}

/** Reports are read by people, and an address may have 32,000 characters. */
function shortened(text: string): string {
  return text.length > 500 ? `${text.slice(0, 499)}…` : text;
}

/** An answer of the proxy itself. The page sees a failed request; the reason is for the report. */
type ProxyResponse = keyof typeof answers;

// The second part is for readers of the browser's log (RFC 9209).
const answers = {
  malformed: ['400 Bad Request', 'http_request_error'],
  denied: ['403 Forbidden', 'http_request_denied'],
  unavailable: ['502 Bad Gateway', 'destination_unavailable'],
} as const;

function answerRequest(outgoing: ServerResponse, answer: ProxyResponse): void {
  outgoing.writeHead(Number.parseInt(answers[answer][0], 10), fields(answer));
  outgoing.end();
}

function answerConnect(client: Socket, answer: ProxyResponse): void {
  const lines = Object.entries(fields(answer)).map(([name, value]) => `${name}: ${value}\r\n`);
  client.end(`HTTP/1.1 ${answers[answer][0]}\r\n${lines.join('')}\r\n`, () => client.destroy());
}

function fields(answer: ProxyResponse): Record<string, string> {
  return {
    // The body of the request, if it has one, is not read.
    Connection: 'close',
    'Content-Length': '0',
    'Cache-Control': 'no-store',
    'Proxy-Status': `pdfapi; error=${answers[answer][1]}`,
  };
}
