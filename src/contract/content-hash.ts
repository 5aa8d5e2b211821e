/**
 * The hash of a template's content: one function for the server that keeps a version and the folder that it came
 * from, so that each knows without asking whether the other has the same. Bytes count as they are: a line end that
 * git has changed is a change.
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
  // No path holds a NUL, so where one ends is never in doubt.
  for (const { path, hash } of sorted) whole.update(`${path}\0`).update(hash);
  return { hash: whole.digest(), files: sorted };
}

const remembered = new WeakMap<Uint8Array, Buffer>();

/** Says what the SHA-256 of these bytes is, so that `hashContent` need not find it: 20 MB take 50 ms. */
export const rememberHash = (bytes: Uint8Array, hash: Buffer): void => void remembered.set(bytes, hash);

const hashOf = (bytes: Uint8Array): Buffer =>
  remembered.get(bytes) ?? createHash('sha256').update(bytes).digest();
