/**
 * Keys that sign download addresses. They are in the database, so that a backup alone restores the service and
 * addresses given out before stay valid.
 */
import { randomBytes } from 'node:crypto';
import type { Connection } from './connection.ts';

interface SigningKey {
  /** Is part of the address, so that the right key is tried. */
  readonly id: string;
  /** 32 random bytes. */
  readonly secret: Uint8Array;
  readonly createdAt: Date;
}

/** Newest first: the first signs, all are accepted. */
export type SigningKeys = readonly [SigningKey, ...SigningKey[]];

/** After a rotation, addresses signed with the key before stay valid. */
const accepted = 2;

/** The first call in a new database makes one. */
export function signingKeys(connection: Connection, now: Date): SigningKeys {
  return read(connection) ?? connection.write(() => read(connection) ?? add(connection, now));
}

/** A new key signs from now on; the one before is still accepted, older ones are forgotten. */
export function rotateSigningKey(connection: Connection, now: Date): SigningKeys {
  return connection.write(() => {
    const keys = add(connection, now);
    connection.run('DELETE FROM signing_keys WHERE id < ?', Number(keys.at(-1)?.id));
    return keys;
  });
}

function add(connection: Connection, now: Date): SigningKeys {
  const createdAt = now.getTime();
  connection.run('INSERT INTO signing_keys (secret, created_at) VALUES (?, ?)', randomBytes(32), createdAt);
  return read(connection) as SigningKeys;
}

function read(connection: Connection): SigningKeys | undefined {
  const rows = connection.all<{ id: number; secret: Uint8Array; created_at: number }>(
    'SELECT * FROM signing_keys ORDER BY id DESC LIMIT ?',
    accepted,
  );
  const [newest, ...older] = rows.map(({ id, secret, created_at }) => ({
    id: String(id),
    secret,
    createdAt: new Date(created_at),
  }));
  return newest && [newest, ...older];
}
