/** Connects the `fetch` of undici within a policy. Each redirect is a request of its own, and is checked like one. */
import type { buildConnector as BuildConnector, Dispatcher } from 'undici';
import { type Endpoint, toEndpoint } from '#browser/egress/endpoint';
import { EgressRefused } from '#browser/egress/refusal';
import type { Upstreams } from '#browser/egress/upstreams';
import { isLoopback } from '#contract/host';

export interface AuthorityDispatcherOptions {
  readonly upstreams: Upstreams;
  /** Called with each request and redirect. What it throws refuses it. */
  readonly onRequest: () => void;
  /** Whether a host may be asked through the proxy of the environment, which decides about addresses itself. */
  readonly mayUseProxy: (endpoint: Endpoint) => boolean;
}

export async function openAuthorityDispatcher(options: AuthorityDispatcherOptions): Promise<Dispatcher> {
  const { upstreams, onRequest, mayUseProxy } = options;
  // Loaded with the first request, like the client of the API.
  const { Agent, EnvHttpProxyAgent, buildConnector } = await import('undici');
  const connect = connectorOf(upstreams, buildConnector({ allowH2: false }));
  const proxied = new EnvHttpProxyAgent({ connect });
  return new Agent({ connect }).compose((dispatch) => (request, handler) => {
    onRequest();
    const url = new URL(String(request.origin));
    const endpoint = toEndpoint(url);
    const isProxied = endpoint !== undefined && !isLoopback(url.href) && mayUseProxy(endpoint);
    return isProxied ? proxied.dispatch(request, handler) : dispatch(request, handler);
  });
}

function connectorOf(upstreams: Upstreams, secure: BuildConnector.connector): BuildConnector.connector {
  const open = async ({ protocol, host = '' }: BuildConnector.Options) => {
    const endpoint = toEndpoint(new URL(`${protocol}//${host}`));
    if (!endpoint) throw new EgressRefused('This is not a host address.');
    return await upstreams.open(endpoint);
  };
  return (options, callback) => {
    open(options).then(
      (socket) => {
        if (options.protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error) => callback(error, null),
    );
  };
}
