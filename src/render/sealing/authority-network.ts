/**
 * HTTP to the authorities of one signature: time stamps, certificates, and whether those are revoked. Certificates name the
 * addresses, and a time-stamp authority sends whichever certificates it likes: the network rules of documents apply to all
 * addresses but that of the authority that was configured.
 */
import type { Dispatcher } from 'undici';
import { allowList } from '#browser/egress/allow-list';
import { Budget } from '#browser/egress/budget';
import { type Endpoint, toEndpoint } from '#browser/egress/endpoint';
import { defaultEgressLimits } from '#browser/egress/limits';
import { ownAddresses } from '#browser/egress/own-addresses';
import { publicResolver, type Resolve } from '#browser/egress/resolver';
import { type Connect, connectTcp, Upstreams } from '#browser/egress/upstreams';
import type { HttpExchange } from '#signing';
import { openAuthorityDispatcher } from './authority-dispatcher.ts';
import { type AuthorityReach, authorityPolicy } from './authority-policy.ts';

export interface AuthorityNetworkOptions {
  /** The address of the time-stamp authority that was configured. Its host may be anywhere. */
  readonly authority: string;
  readonly reach: AuthorityReach;
  /** Ends the requests under way. */
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<AuthorityLimits> | undefined;
  /** This option and the one below exist for tests, where no address is public. */
  readonly resolve?: Resolve | undefined;
  readonly connect?: Connect | undefined;
}

interface AuthorityLimits {
  /** Milliseconds of one request. Authorities respond within one second. */
  readonly requestMs: number;
  /** Milliseconds of all requests. */
  readonly totalMs: number;
  /** Bytes of one response. Lists of revoked certificates have up to 10 MB. */
  readonly responseBytes: number;
  /** Bytes of all responses. */
  readonly bytes: number;
  /** Requests and redirects. A certificate takes one for its issuer and one for its status, and chains have three or four. */
  readonly requests: number;
}

export interface AuthorityNetwork {
  /** The address of the time-stamp authority. */
  readonly authority: string;
  /** Its errors are sentences for people. */
  readonly exchange: HttpExchange;
  close(): void;
}

const defaultLimits: AuthorityLimits = {
  requestMs: 15_000,
  totalMs: 60_000,
  responseBytes: 32 * 2 ** 20,
  bytes: defaultEgressLimits.bytes,
  requests: 50,
};

export function openAuthorityNetwork(options: AuthorityNetworkOptions): AuthorityNetwork {
  const { reach } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const ended = new AbortController();
  const total = AbortSignal.timeout(limits.totalMs);
  const signal = AbortSignal.any([ended.signal, total, ...(options.signal ? [options.signal] : [])]);
  const dns = publicResolver();
  const allowed = allowedHosts(options);
  const resolve = options.resolve ?? dns.resolve;
  const rules = {
    allowed,
    ports: [80, 443],
    resolve,
    ownAddresses,
    dnsMs: defaultEgressLimits.dnsMs,
    signal,
  };
  const policy = authorityPolicy(rules, reach);
  const connections = { ...defaultEgressLimits, idleMs: limits.requestMs };
  const connect = options.connect ?? connectTcp;
  const upstreams = new Upstreams(policy, new Budget(connections), connections, connect);
  signal.addEventListener('abort', () => upstreams.close(), { once: true });

  const { bytes, requests } = limits;
  const budget = new Budget({ ...defaultEgressLimits, bytes, connections: requests });
  const onRequest = () => {
    budget.take();
    budget.giveBack();
  };
  const mayUseProxy = (endpoint: Endpoint) => reach.kind === 'machine' || allowed(endpoint);
  let opening: Promise<Dispatcher> | undefined;

  const fetchBytes = async (
    { url, method, headers, body }: Parameters<HttpExchange>[0],
    time: AbortSignal,
  ): ReturnType<HttpExchange> => {
    signal.throwIfAborted();
    const { fetch } = await import('undici');
    opening ??= openAuthorityDispatcher({ upstreams, onRequest, mayUseProxy });
    const response = await fetch(url, {
      dispatcher: await opening,
      method,
      headers: { ...headers },
      body: body ?? null,
      signal: AbortSignal.any([signal, time]),
    });
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > limits.responseBytes) {
        throw new Error(`its response is larger than ${limits.responseBytes / 2 ** 20} MB`);
      }
      const over = budget.spend(part.length);
      if (over) throw over;
      parts.push(part);
    }
    return { status: response.status, body: Buffer.concat(parts) };
  };

  return {
    authority: options.authority,
    async exchange(request) {
      const time = AbortSignal.timeout(limits.requestMs);
      try {
        return await fetchBytes(request, time);
      } catch (error) {
        if (options.signal?.aborted) throw options.signal.reason;
        const reason = total.aborted
          ? `the authorities took longer than ${limits.totalMs / 1000} s together`
          : time.aborted
            ? `no response within ${limits.requestMs / 1000} s`
            : reasonOf(error);
        throw new Error(reason, { cause: error });
      }
    },
    close() {
      ended.abort();
      dns.close();
      upstreams.close();
      void opening?.then((dispatcher) => dispatcher.destroy());
    },
  };
}

function allowedHosts({ authority, reach }: AuthorityNetworkOptions): (endpoint: Endpoint) => boolean {
  const configured = toEndpoint(new URL(authority));
  const listed = reach.kind === 'public' ? allowList(reach.allowHosts) : () => false;
  return (endpoint) =>
    (endpoint.host === configured?.host && endpoint.port === configured.port) || listed(endpoint);
}

/** `fetch` only says that it failed; the cause says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
