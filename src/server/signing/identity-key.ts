/**
 * The key that encrypts the signing identities of teams. It is in a file of its own, in the data directory or wherever the
 * operator keeps it, and never in the database: a backup alone opens no identity.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { publishFile } from '#store/database/publish-file';
import { syncFolder } from '#store/database/write-durably';
import type { Config } from '../config.ts';

/** The length of a key of AES-256. */
const keyBytes = 32;

/** Where the key of a server is. */
export const identityKeyPath = ({
  identityKeyFile,
  dataDir,
}: Pick<Config, 'identityKeyFile' | 'dataDir'>): string => identityKeyFile ?? join(dataDir, 'identity.key');

/** Throws `file_unreadable` for a file that is missing or holds no key. */
export function readIdentityKey(path: string): Uint8Array {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw fileFailure('file_unreadable', path, error);
  }
  const key = Buffer.from(text, 'base64');
  if (key.length === keyBytes && key.toString('base64') === text) return key;
  throw new Failure(
    'file_unreadable',
    `${path} is not the key of signing identities: it must hold ${keyBytes} bytes in base64.`,
    { hint: 'Copy it from the server that made it, or from where you keep it apart from the backups.' },
  );
}

/** Makes a key that only its owner may read, if there is none. Throws `file_unwritable`. */
export async function makeIdentityKey(path: string): Promise<void> {
  try {
    await writeNewKey(path);
  } catch (error) {
    throw fileFailure('file_unwritable', path, error);
  }
}

async function writeNewKey(path: string): Promise<void> {
  // Half a key under its name would be refused by everything that comes later.
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(file, `${randomBytes(keyBytes).toString('base64')}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    publishFile(temporary, path);
    // Before the first identity that it encrypts is stored.
    await syncFolder(dirname(path));
  } finally {
    rmSync(temporary, { force: true });
  }
}
