/** Decides whether this program can run on the schema that a database has. The same for every engine. */
import { Failure } from '../../contract/errors.ts';

/** A row of the table `migrations`. */
export interface AppliedMigration {
  readonly version: number;
  readonly since: string;
  /** See `Migration`. Null also for the migrations of releases that did not record it. */
  readonly needs: number | null;
}

/** What a migration did. Both are equal if there was nothing to do. */
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

/** Throws `database_older` if a migration is missing. */
export function assertMigrated(name: string, version: number, newest: number): void {
  if (version >= newest) return;
  const state = version === 0 ? 'is empty' : `has schema ${version}`;
  throw new Failure('database_older', `The database ${name} ${state}; this pdfapi needs schema ${newest}.`);
}
