/**
 * The keys that sign download addresses. They are stored in the database, so that a backup is enough to restore the
 * service and existing addresses stay valid.
 */
import { randomBytes } from 'node:crypto';
import type { DatabaseConnection } from './database/connection.ts';

interface SigningKey {
  /** Part of the address, so that the server knows which key to verify with. */
  readonly id: string;
  /** 32 random bytes. */
  readonly secret: Uint8Array;
  readonly createdAt: Date;
}

/** Newest first: the first key signs, all of them are accepted. */
export type SigningKeys = readonly [SigningKey, ...SigningKey[]];

/** Addresses signed with the previous key stay valid after a rotation. */
const accepted = 2;

/** Returns the keys. The first call on a new database creates one. */
export function signingKeys(connection: DatabaseConnection, now: Date): SigningKeys {
  return read(connection) ?? connection.write(() => read(connection) ?? add(connection, now));
}

/** Adds a key that signs from now on. The previous one is still accepted; older ones are deleted. */
export function rotateSigningKey(connection: DatabaseConnection, now: Date): SigningKeys {
  return connection.write(() => {
    const keys = add(connection, now);
    connection.run('DELETE FROM signing_keys WHERE id < ?', Number(keys.at(-1)?.id));
    return keys;
  });
}

function add(connection: DatabaseConnection, now: Date): SigningKeys {
  const createdAt = now.getTime();
  connection.run('INSERT INTO signing_keys (secret, created_at) VALUES (?, ?)', randomBytes(32), createdAt);
  return read(connection) as SigningKeys;
}

function read(connection: DatabaseConnection): SigningKeys | undefined {
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
