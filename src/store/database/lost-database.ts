/**
 * Tells a lost database from a first start: a folder that was used before has more than an empty or missing file. A new
 * service in its place rejects every token, and the documents of the old one can no longer be reached.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Failure } from '#contract/errors';
import { isDocumentId } from '../document-bytes/document-bytes.ts';
import type { DataDirectory } from './data-directory.ts';

/** A former database, which `admin restore`, `admin move` and migrations keep under another name. */
const keptDatabase = /^database\..+\.sqlite$/;

/**
 * Throws `database_corrupt` if the file has no bytes, which no start leaves behind, or if it does not exist although
 * something else shows that there was one.
 */
export function assertNotLost(files: DataDirectory): void {
  const size = sizeOf(files.database);
  if (size !== undefined && size > 0) return;
  const traces = findTraces(files);
  if (size === undefined && traces.length === 0) return;
  throw lostDatabase(`The database ${files.database} ${size === 0 ? 'has no bytes' : 'is missing'}`, traces);
}

/** `what`: the beginning of a sentence. */
export function lostDatabase(what: string, traces: readonly string[]): Failure {
  const before = traces.length === 0 ? '' : `, but a service was here before: ${traces.join(', ')}`;
  return new Failure('database_corrupt', `${what}${before}. No new one was made, and nothing was deleted.`, {
    hint: 'Restore a backup: pdfapi admin restore <file>. For a new service, name an empty folder with --data-dir.',
  });
}

/** Returns what only a service that ran before leaves in a data directory, for a message. */
export function findTraces({ path, database, documents }: DataDirectory): string[] {
  const names = existsSync(path) ? readdirSync(path) : [];
  const stored = existsSync(documents) ? readdirSync(documents).filter(isDocumentId).length : 0;
  const logBytes = sizeOf(`${database}-wal`) ?? 0;
  const kept = names.filter((name) => keptDatabase.test(name));
  return [
    ...((sizeOf(database) ?? 0) > 0 ? [database] : []),
    ...(stored > 0 ? [`${stored} ${stored === 1 ? 'document' : 'documents'} in ${documents}`] : []),
    ...(logBytes > 0 ? [`${basename(database)}-wal with ${logBytes} bytes`] : []),
    ...(names.includes('identity.key') ? ['identity.key'] : []),
    ...kept,
  ];
}

/** Undefined if there is no such file. */
const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;
