/**
 * Reads the address of a database on PostgreSQL. `sslmode` and `sslrootcert` mean what they mean to psql and every other
 * program on libpq, and not what the driver makes of them:
 * https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION
 */
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';

export interface PostgresAddress {
  /** The part of the address that the driver reads. */
  readonly connectionString: string;
  /** The address without the password, for messages. */
  readonly name: string;
  /** The settings of encryption, for connections that are encrypted. */
  readonly tls: ConnectionOptions;
  /** Whether to encrypt. With `prefer` and `allow`, the first try; the server may want the other one. */
  readonly isEncrypted: boolean;
  readonly mayChange: boolean;
}

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;
type SslMode = (typeof modes)[number];

/** Throws `usage` for an unknown mode, and `file_unreadable` if a certificate cannot be read. */
export function readPostgresAddress(text: string): PostgresAddress {
  const url = new URL(text);
  const take = (name: string, variable: string): string | undefined => {
    const value = url.searchParams.get(name) ?? undefined;
    url.searchParams.delete(name);
    // As the driver itself reads PGPASSWORD and its relatives.
    return value ?? process.env[variable];
  };
  const mode = toMode(take('sslmode', 'PGSSLMODE'));
  const root = take('sslrootcert', 'PGSSLROOTCERT');
  const [cert, key] = [take('sslcert', 'PGSSLCERT'), take('sslkey', 'PGSSLKEY')];
  url.searchParams.delete('uselibpqcompat');
  const isChecked = mode.startsWith('verify') || (mode === 'require' && root !== undefined);
  // A socket of this machine has no TLS.
  const isSocket = url.hostname === '' || /^%2f/i.test(url.hostname) || url.searchParams.has('host');
  return {
    connectionString: url.href,
    name: `${url.protocol}//${url.host}${url.pathname}`,
    tls: {
      rejectUnauthorized: isChecked,
      ...(isChecked && mode !== 'verify-full' ? { checkServerIdentity: () => undefined } : {}),
      ...(root === undefined || root === 'system' ? {} : { ca: read(root) }),
      ...(cert === undefined ? {} : { cert: read(cert) }),
      ...(key === undefined ? {} : { key: read(key) }),
    },
    isEncrypted: !isSocket && mode !== 'disable' && mode !== 'allow',
    mayChange: !isSocket && (mode === 'prefer' || mode === 'allow'),
  };
}

function toMode(text: string | undefined): SslMode {
  if (text === undefined) return 'prefer';
  const mode = modes.find((each) => each === text);
  if (mode !== undefined) return mode;
  throw new Failure('usage', `The address of the database has an unknown sslmode: ${text}.`, {
    hint: 'It is one of disable, allow, prefer, require, verify-ca and verify-full.',
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw fileFailure('file_unreadable', path, error);
  }
}
