/**
 * The hash of a template's content. The server that stores a version and the folder it came from use the same function,
 * so that each can compare without a transfer. Bytes are hashed unchanged: a line ending converted by git is a change.
 */
import { createHash } from 'node:crypto';

interface HashedFile {
  readonly path: string;
  readonly hash: Buffer;
  readonly bytes: Uint8Array;
}

export interface HashedContent {
  /** SHA-256 over the sorted paths and the hashes of their contents. */
  readonly hash: Buffer;
  /** Sorted by path. */
  readonly files: readonly HashedFile[];
}

export function hashContent(files: ReadonlyMap<string, Uint8Array>): HashedContent {
  const sorted = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, bytes]) => ({ path, bytes, hash: hashOf(bytes) }));
  const whole = createHash('sha256');
  // A path never contains a NUL, so the end of each is unambiguous.
  for (const { path, hash } of sorted) whole.update(`${path}\0`).update(hash);
  return { hash: whole.digest(), files: sorted };
}

const remembered = new WeakMap<Uint8Array, Buffer>();

/** Records the known SHA-256 of these bytes, so that `hashContent` need not compute it: 20 MB take 50 ms. */
export const rememberHash = (bytes: Uint8Array, hash: Buffer): void => void remembered.set(bytes, hash);

const hashOf = (bytes: Uint8Array): Buffer =>
  remembered.get(bytes) ?? createHash('sha256').update(bytes).digest();
