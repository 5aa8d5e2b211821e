/** Copies the bytes of documents, which are not in the tables. */
import { createHash } from 'node:crypto';
import { Failure } from '#contract/errors';
import type { Documents } from '../documents.ts';

export interface CopiedDocuments {
  readonly copied: number;
  /** Rows whose bytes the source does not have, as after the restore of a backup. They are not an error. */
  readonly missing: number;
}

/** Copies one document after the other; without `to`, only reads them. Throws `move_failed` if a copy differs. */
export async function copyDocuments(
  from: Pick<Documents, 'read'>,
  to: Pick<Documents, 'read' | 'write'> | undefined,
  ids: AsyncIterable<string>,
): Promise<CopiedDocuments> {
  let [copied, missing] = [0, 0];
  for await (const id of ids) {
    const bytes = await readIfPresent(from, id);
    if (!bytes) {
      missing += 1;
      continue;
    }
    if (to) await copy(to, id, bytes);
    copied += 1;
  }
  return { copied, missing };
}

async function copy(to: Pick<Documents, 'read' | 'write'>, id: string, bytes: Uint8Array): Promise<void> {
  const hash = sha256(bytes);
  // Both ends may keep them in the same place.
  const present = await readIfPresent(to, id);
  if (present && sha256(present) === hash) return;
  await to.write(id, bytes);
  if (sha256(await to.read(id)) !== hash) {
    throw new Failure('move_failed', `The copy of the document ${id} is not equal to the original.`);
  }
}

async function readIfPresent(
  documents: Pick<Documents, 'read'>,
  id: string,
): Promise<Uint8Array | undefined> {
  try {
    return await documents.read(id);
  } catch (error) {
    if (error instanceof Failure && error.code === 'file_unreadable') return undefined;
    throw error;
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
