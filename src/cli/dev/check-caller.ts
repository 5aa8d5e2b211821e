/**
 * Who may ask the preview: pages of its own address. Any web site can send requests to 127.0.0.1, and with a name
 * that it lets point there (DNS rebinding) even read the answers; `Host` and `Origin` give both away.
 */
import type { IncomingMessage } from 'node:http';

/** Why a request is refused, or undefined. */
export function refuseCaller({ headers, method }: IncomingMessage, port: number): string | undefined {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin } = headers;
  if (!own.includes(host)) return `This preview is at http://${own[0]}, and not at another name.`;
  const mayWrite = method === 'GET' || method === 'HEAD' || origin === `http://${host}`;
  return mayWrite ? undefined : 'Only the page of this preview may change its data.';
}
