/** Lines of the log about what a page may not reach, in the words that operators of Gotenberg search for. */
import type { FastifyBaseLogger } from 'fastify';
import type { PageFindings } from '#browser/browser';
import type { AddressRules } from '#browser/egress/allow-list';
import { refusalOf } from './address-filter.ts';

/** Lines for one page. */
const maxLines = 20;

/** The addresses are those of the report, without query. */
export function logRefusals(
  log: FastifyBaseLogger,
  rules: AddressRules,
  { refused, failed }: Pick<PageFindings, 'refused' | 'failed'>,
): void {
  const lines = [
    ...refused.flatMap(({ url }) => linesOf(rules, url)),
    ...failed.flatMap(({ url }) => fileLines(rules, url)),
  ];
  for (const line of lines.slice(0, maxLines)) log.warn(line);
}

function linesOf(rules: AddressRules, url: string): string[] {
  const line = `'${url}' ${refusalOf(rules, url) ?? 'targets a non-public address'}`;
  // For https and WebSockets, the proxy knows only host and port.
  const [, endpoint] = /^(?:https|wss?):\/\/([^/]+)\/?$/.exec(url) ?? [];
  return endpoint === undefined ? [line] : [line, `CONNECT blocked for '${endpoint}'`];
}

/** A form has no folders: such a path is one of this machine, which is never read. */
function fileLines(rules: AddressRules, url: string): string[] {
  if (/^\w+:/.test(url) || !url.includes('/')) return [];
  const file = `file:///${url}`;
  const refusal = refusalOf(rules, file);
  return refusal === undefined ? [] : [`'${file}' ${refusal}`];
}
