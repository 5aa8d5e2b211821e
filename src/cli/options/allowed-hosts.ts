/** `--allow-host` and PDFAPI_ALLOW_HOSTS: exact hosts, with or without a port. */
import { Failure } from '../../contract/errors.ts';

/** Matches a name, an IPv4 address, or an IPv6 address in brackets, each with an optional port. */
const pattern = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export function allowedHosts(flags: readonly string[] = [], environment: readonly string[] = []): string[] {
  const check = (origin: string) => (host: string) => {
    if (pattern.test(host)) return host.toLowerCase();
    throw new Failure('usage', `${origin} "${host}" is not a host.`, {
      hint: 'Give a host or host:port without http:// and without a path: localhost:3000',
    });
  };
  return [...flags.map(check('--allow-host')), ...environment.map(check('PDFAPI_ALLOW_HOSTS'))];
}
