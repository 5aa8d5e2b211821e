/** HTTP to the authorities that signing needs: time stamps, certificates, and whether those are revoked. */
import { isLoopback } from '../../contract/host.ts';
import type { HttpExchange } from '../signing/index.ts';

/** Milliseconds for one request. Authorities respond within one second. */
const limitMs = 15_000;

/** Lists of revoked certificates have up to 10 MB. */
const maxBytes = 32 * 2 ** 20;

/** Through the proxy of the environment. Follows redirects. Throws an `Error` whose message is for people. */
export const exchangeHttp: HttpExchange = async ({ url, method, headers, body }) => {
  // Loaded with the first request, like the client of the API.
  const { Agent, EnvHttpProxyAgent, fetch } = await import('undici');
  const dispatcher = isLoopback(String(url)) ? new Agent() : new EnvHttpProxyAgent();
  try {
    const response = await fetch(url, {
      dispatcher,
      method,
      headers: { ...headers },
      body: body ?? null,
      signal: AbortSignal.timeout(limitMs),
    });
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > maxBytes) throw new Error(`its response is larger than ${maxBytes / 2 ** 20} MB`);
      parts.push(part);
    }
    return { status: response.status, body: Buffer.concat(parts) };
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    await dispatcher.close();
  }
};

/** `fetch` only says that it failed; the cause says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no response within ${limitMs / 1000} s`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
