/**
 * The keys that sign download addresses. They are stored in the database, so that a backup is enough to restore the
 * service and existing addresses stay valid.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from './database/database.ts';
import { all, run, type Work } from './database/statement.ts';

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
export async function signingKeys(database: Database, now: Date): Promise<SigningKeys> {
  return (await database.query(read)) ?? (await database.write(() => readOrAdd(now)));
}

/** Another process may have added the first key since. */
function* readOrAdd(now: Date): Work<SigningKeys> {
  return (yield* read()) ?? (yield* add(now));
}

/** Adds a key that signs from now on. The previous one is still accepted; older ones are deleted. */
export async function rotateSigningKey(database: Database, now: Date): Promise<SigningKeys> {
  return await database.write(() => rotate(now));
}

function* rotate(now: Date): Work<SigningKeys> {
  const keys = yield* add(now);
  yield* run('DELETE FROM signing_keys WHERE id < ?', Number(keys.at(-1)?.id));
  return keys;
}

function* add(now: Date): Work<SigningKeys> {
  yield* run('INSERT INTO signing_keys (secret, created_at) VALUES (?, ?)', randomBytes(32), now.getTime());
  return (yield* read()) as SigningKeys;
}

function* read(): Work<SigningKeys | undefined> {
  const rows = yield* all<{ id: number; secret: Uint8Array; created_at: number }>(
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
