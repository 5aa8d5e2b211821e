/** Decides whether this program can run on the schema that a database has. The same for every engine. */
import { Failure } from '#contract/errors';

/** A row of the table `migrations`. */
export interface AppliedMigration {
  readonly version: number;
  readonly since: string;
  /** See `Migration`. Null also for the migrations of releases that did not record it. */
  readonly needs: number | null;
}

/** The versions before and after a migration. They are equal if there was nothing to do. */
export interface MigratedSchema {
  /** 0 for an empty database. */
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the version of the schema, 0 for none. It may be above `newest`, the newest that this program knows, if all
 * later migrations allow that. Throws `database_newer`, which names the release to install. `applied` is in order.
 */
export function knownSchemaVersion(
  name: string,
  applied: readonly AppliedMigration[],
  newest: number,
): number {
  const last = applied.at(-1);
  if (!last) return 0;
  const needed = Math.max(...applied.map(({ version, needs }) => needs ?? version));
  if (needed <= newest) return last.version;
  const since = (applied.find(({ version }) => version === needed) ?? last).since;
  throw new Failure(
    'database_newer',
    `The database ${name} has schema ${last.version}; this pdfapi knows schemas up to ${newest}.`,
    { hint: since ? `Install pdfapi ${since} or newer.` : 'Install a newer pdfapi.' },
  );
}

export interface SchemaCheck {
  /** Whether a newer schema is refused even if this program could run on it. For work that knows every table. */
  readonly exactly?: boolean | undefined;
}

/** Throws `database_older` if a migration is missing, and with `exactly` also `database_newer`. */
export function assertMigrated(
  name: string,
  version: number,
  newest: number,
  { exactly = false }: SchemaCheck = {},
): void {
  const has = version === 0 ? 'is empty' : `has schema ${version}`;
  const message = `The database ${name} ${has}; this pdfapi needs schema ${newest}.`;
  if (version < newest) throw new Failure('database_older', message);
  if (exactly && version > newest) {
    throw new Failure('database_newer', message, { hint: 'Use the pdfapi that migrated it.' });
  }
}
