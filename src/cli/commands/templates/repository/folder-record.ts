/**
 * `.pdfapi.json` in a template's folder: the version of the template that it was last pushed to or pulled from, for
 * each server. It is meant to be committed, so that everyone who changes the folder sees what others did on the server
 * since. It holds no secret, and as a hidden file it is not part of the template.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '#contract/errors';
import { writeFileAtomically } from '#contract/files/atomic-write';
import { fileFailure } from '#contract/files/file-failure';
import { isJsonObject } from '#contract/json';
import type { Session } from '../../../session.ts';

export interface FolderRecord {
  /** The id of the template. */
  readonly id: number;
  readonly version: number;
  /** The hash of that version's content. */
  readonly hash: string;
  /** The folder's name at that time. Folders that an earlier release recorded do not have it. */
  readonly name?: string | undefined;
}

const filename = '.pdfapi.json';

/** Undefined if the folder has no record of the server. Throws `file_unreadable`. */
export async function readFolderRecord(
  folder: string,
  address: string | undefined,
): Promise<FolderRecord | undefined> {
  if (address === undefined) return undefined;
  const servers = await readServers(folder);
  if (!Object.hasOwn(servers, address)) return undefined;
  const record = servers[address];
  if (isRecord(record)) return record;
  throw unusable(folder, `its entry for ${address} is not an id, a version and a hash`);
}

/** A folder that is not writable does not fail the command, since its work is done. */
export async function writeFolderRecord(
  { terminal, shutdown }: Session,
  folder: string,
  address: string | undefined,
  { id, version, hash, name }: FolderRecord,
): Promise<void> {
  if (address === undefined) return;
  const path = join(folder, filename);
  try {
    const before = await readServers(folder);
    // Sorted, so that two branches of a repository write the same order.
    const servers = Object.entries({ ...before, [address]: { id, version, hash, name } }).sort(([a], [b]) =>
      a < b ? -1 : 1,
    );
    const text = `${JSON.stringify({ servers: Object.fromEntries(servers) }, null, 2)}\n`;
    const existing = await readFile(path, 'utf8').catch(() => undefined);
    if (existing === text) return;
    await writeFileAtomically(path, Buffer.from(text), { overwrite: true, shutdown });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    terminal.warn(`${error.message} The next push or pull cannot detect what has changed since this one.`);
  }
}

async function readServers(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const path = join(folder, filename);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    throw fileFailure('file_unreadable', path, error);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const conflict = /^<{7} /m.test(text);
    throw unusable(folder, conflict ? 'it contains git conflict markers' : 'it is not JSON', error);
  }
  const { servers } = (value ?? {}) as { servers?: unknown };
  if (isJsonObject(servers)) return servers;
  throw unusable(folder, 'it has no "servers"');
}

const isRecord = (value: unknown): value is FolderRecord => {
  const { id, version, hash, name } = (value ?? {}) as Partial<Record<string, unknown>>;
  return (
    Number.isSafeInteger(id) &&
    Number.isSafeInteger(version) &&
    typeof hash === 'string' &&
    (name === undefined || typeof name === 'string')
  );
};

const unusable = (folder: string, reason: string, cause?: unknown): Failure =>
  new Failure('file_unreadable', `Cannot read ${join(folder, filename)}: ${reason}.`, {
    hint: 'Fix or delete it. Without it, the folder counts as never pushed or pulled.',
    cause,
  });
