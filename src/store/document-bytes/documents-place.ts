/** Where documents are kept, as the setting `documents` names it, and the storage that belongs to it. */
import type { Database } from '../database/database.ts';
import type { DocumentBytes } from './document-bytes.ts';
import { FolderBytes } from './folder-bytes.ts';
import { S3Bytes, type S3Options } from './s3-bytes.ts';
import { TableBytes } from './table-bytes.ts';

export type DocumentsPlace =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'database' }
  | ({ readonly kind: 's3' } & S3Options);

/** Throws `file_unwritable` if a folder cannot be created. Another storage is first used when a document needs it. */
export function openDocumentBytes(place: DocumentsPlace, database: Database): DocumentBytes {
  if (place.kind === 'folder') return new FolderBytes(place.path);
  if (place.kind === 'database') return new TableBytes(database);
  return new S3Bytes(place);
}
