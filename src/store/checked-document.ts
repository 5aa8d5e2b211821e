/** Compares the bytes of a stored document with what was recorded when it was made. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Failure } from '#contract/errors';
import type { OpenBytes } from './document-bytes/document-bytes.ts';
import { sha256Of } from './document-bytes/sha256.ts';
import type { StoredDocument } from './documents.ts';

/** A `file_unreadable`, which is final: the bytes are there and are not those that were stored. */
export class DamagedDocument extends Failure {
  readonly documentId: string;

  constructor(documentId: string, reason: string) {
    super('file_unreadable', `The document ${documentId} is damaged: ${reason}.`);
    this.documentId = documentId;
  }
}

type Recorded = Pick<StoredDocument, 'id' | 'size' | 'sha256'>;

/** Throws `DamagedDocument`. Only the size is compared for a document of an older program. */
export async function assertIntact(document: Recorded, bytes: Uint8Array): Promise<void> {
  assertSize(document, bytes.length);
  if (document.sha256 && !Buffer.from(document.sha256).equals(await sha256Of(bytes))) throw changed(document);
}

/** Throws `DamagedDocument`. */
export function assertSize({ id, size }: Recorded, found: number): void {
  if (found !== size) throw new DamagedDocument(id, `it has ${found} bytes, and ${size} were stored`);
}

/**
 * Streams a whole document. Its last piece is held back until all of it was compared, so that a response with damaged
 * bytes never looks complete.
 */
export async function streamIntact(document: Recorded, file: OpenBytes): Promise<Readable> {
  const source = await file.stream(0, document.size - 1);
  return Readable.from(intactPieces(document, source), { objectMode: false });
}

async function* intactPieces(document: Recorded, source: Readable): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let held: Uint8Array | undefined;
  let length = 0;
  for await (const piece of source) {
    hash.update(piece);
    length += piece.length;
    if (held) yield held;
    held = piece;
  }
  assertSize(document, length);
  if (document.sha256 && !hash.digest().equals(document.sha256)) throw changed(document);
  if (held) yield held;
}

const changed = ({ id }: Recorded) => new DamagedDocument(id, 'its bytes are not those that were stored');
