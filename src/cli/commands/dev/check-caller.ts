/**
 * Restricts the preview to pages of its own address. Any website can send requests to 127.0.0.1 and, with a name that
 * resolves to it (DNS rebinding), even read the responses; `Host` and `Origin` reveal both.
 */
import type { IncomingMessage } from 'node:http';

/** Returns why a request is rejected, or undefined. */
export function rejectForeignCaller({ headers, method }: IncomingMessage, port: number): string | undefined {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin } = headers;
  if (!own.includes(host)) return `This preview is available only at http://${own[0]}.`;
  const mayWrite = method === 'GET' || method === 'HEAD' || origin === `http://${host}`;
  return mayWrite ? undefined : 'Only the page of this preview may change its data.';
}
