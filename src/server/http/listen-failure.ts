/** Explains to the operator why the server cannot listen on its address. */
import { Failure } from '../../contract/errors.ts';
import type { Config } from '../config.ts';

export function cannotListen({ host, port }: Pick<Config, 'host' | 'port'>, error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new Failure('address_in_use', `Port ${port} of ${host} is in use by another program.`, {
      hint: 'Choose another with --port, or use --port 0 for a free one.',
      cause: error,
    });
  }
  const reason =
    code === 'EACCES'
      ? `only root may use port ${port}`
      : code === 'EADDRNOTAVAIL'
        ? 'this machine has no such address'
        : message;
  return new Failure('address_in_use', `Cannot listen on ${host}: ${reason}.`, {
    hint: 'Choose another with --host and --port.',
    cause: error,
  });
}
