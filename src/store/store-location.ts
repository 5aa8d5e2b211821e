/** Which database a store is: SQLite in a data directory, or PostgreSQL. */

export interface FolderLocation {
  readonly kind: 'folder';
  readonly path: string;
}

interface PostgresLocation {
  readonly kind: 'postgres';
  /** With its password. */
  readonly url: string;
  /** For the files of documents. */
  readonly dataDirectory: string;
  /** See `PostgresOptions`. */
  readonly prepare?: boolean | undefined;
}

export type StoreLocation = FolderLocation | PostgresLocation;
