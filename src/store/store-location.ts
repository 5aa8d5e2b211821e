/** Which database a store is: SQLite in a data directory, or PostgreSQL. */

import type { DocumentsPlace } from './document-bytes/documents-place.ts';

export interface FolderLocation {
  readonly kind: 'folder';
  readonly path: string;
  /** Default: a folder in the data directory. */
  readonly documents?: DocumentsPlace | undefined;
}

interface PostgresLocation {
  readonly kind: 'postgres';
  /** With its password. */
  readonly url: string;
  /** Default: the database. */
  readonly documents?: DocumentsPlace | undefined;
  /** See `PostgresOptions`. */
  readonly prepare?: boolean | undefined;
}

export type StoreLocation = FolderLocation | PostgresLocation;
