/** `--allow-host` and PDFAPI_ALLOW_HOSTS: exact hosts, with or without a port. */
import { Failure } from '#contract/errors';
import { hostPattern } from '#contract/host';

export function allowedHosts(flags: readonly string[] = [], environment: readonly string[] = []): string[] {
  const check = (origin: string) => (host: string) => {
    if (hostPattern.test(host)) return host.toLowerCase();
    throw new Failure('usage', `${origin} "${host}" is not a host.`, {
      hint: 'Give a host or host:port without http:// and without a path: localhost:3000',
    });
  };
  return [...flags.map(check('--allow-host')), ...environment.map(check('PDFAPI_ALLOW_HOSTS'))];
}
