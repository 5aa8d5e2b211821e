/**
 * Moves everything that a service keeps to another database. The source stays complete and unchanged until the copy is
 * committed and compared, however the process ends.
 */
import { realpathSync } from 'node:fs';
import { Failure } from '#contract/errors';
import { lastTrusted, writeTrusted } from '../clock-guard.ts';
import type { Database } from '../database/database.ts';
import { all, get } from '../database/statement.ts';
import { repositories } from '../repositories.ts';
import type { StoreLocation } from '../store-location.ts';
import { assertEqualLedgers, assertEqualTables } from './compare-ends.ts';
import { type CopiedDocuments, copyDocuments } from './copy-documents.ts';
import { readTable, type TableDigest, writeRows } from './copy-table.ts';
import type { MoveSource, MoveTarget, SourceTransaction, TargetTransaction } from './move-end.ts';
import { movedTables } from './moved-tables.ts';
import { openPostgresSource, openPostgresTarget } from './postgres-ends.ts';
import { openSqliteSource, openSqliteTarget } from './sqlite-ends.ts';

export interface MoveOptions {
  readonly from: StoreLocation;
  readonly to: StoreLocation;
  readonly now: Date;
  /** Copies and compares everything, and then keeps nothing of it. */
  readonly dryRun?: boolean | undefined;
  /** Counts the rows that are copied. */
  readonly onProgress?: ((progress: MoveProgress) => void) | undefined;
  /** Stops the move while that leaves everything as it was; later it goes on to its end. */
  readonly signal?: AbortSignal | undefined;
}

export interface MoveProgress {
  readonly step: 'copy' | 'compare' | 'documents';
  readonly done: number;
  readonly total: number;
}

interface MovedTableReport extends TableDigest {
  readonly name: string;
}

export interface MoveReport {
  /** Without passwords. */
  readonly from: string;
  readonly to: string;
  /** Holds of requests that were running when the last server ended. */
  readonly voided: number;
  readonly tables: readonly MovedTableReport[];
  readonly documents: CopiedDocuments;
  /** The new path of the old database; null for one on PostgreSQL, which stays, and after a dry run. */
  readonly kept: string | null;
}

/**
 * Throws `data_directory_in_use` and `database_in_use` while the source is not at rest, `database_older` and
 * `database_newer` for another schema, `database_not_empty`, `usage` if both ends are the same, `move_failed`,
 * `database_failed`, `file_unwritable`, and the reason of the signal.
 */
export async function moveStore(options: MoveOptions): Promise<MoveReport> {
  assertDistinctFolders(options);
  const source = await openSource(options);
  try {
    const target = await openTarget(options);
    try {
      if (source.identity === target.identity) throw sameEnds(target.name);
      return await move(source, target, options);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

const openSource = async ({ from, now }: MoveOptions): Promise<MoveSource> =>
  from.kind === 'folder' ? openSqliteSource({ ...from, now }) : await openPostgresSource({ ...from, now });

const openTarget = async ({ to, now }: MoveOptions): Promise<MoveTarget> =>
  to.kind === 'folder' ? openSqliteTarget({ ...to, now }) : await openPostgresTarget({ ...to, now });

async function move(source: MoveSource, target: MoveTarget, options: MoveOptions): Promise<MoveReport> {
  const ends = { from: source.name, to: target.name };
  try {
    const copied = await source.transaction(async (reading) => {
      const voided = await voidPending(reading);
      const tables = await target.transaction(async (writing) => {
        const equal = await copyEqually(reading, writing, options);
        const trusted = await reading.drive(lastTrusted);
        if (trusted !== undefined) await writing.drive(() => writeTrusted(trusted));
        if (!options.dryRun) return equal;
        throw new DryRun({ voided, tables: equal, documents: await countDocuments(source, reading) });
      });
      // From here on the copy is complete, and finishing is better than stopping.
      options.onProgress?.({ step: 'documents', done: 0, total: rowsOf(tables, 'documents') });
      const documents = await copyDocuments(source.documents, target.documents, documentIds(reading));
      await target.publish();
      return { voided, tables, documents };
    });
    return { ...ends, ...copied, kept: await source.retire() };
  } catch (error) {
    if (error instanceof DryRun) return { ...ends, ...error.report, kept: null };
    throw error;
  }
}

/** Ends both transactions of a dry run without a commit. */
class DryRun extends Error {
  readonly report: Omit<MoveReport, 'from' | 'to' | 'kept'>;

  constructor(report: DryRun['report']) {
    super('This was a dry run.');
    this.report = report;
  }
}

async function copyEqually(
  reading: SourceTransaction,
  writing: TargetTransaction,
  { signal, onProgress }: MoveOptions,
): Promise<MovedTableReport[]> {
  const total = await countRows(reading);
  let done = 0;
  const advance = (step: MoveProgress['step'], rows: number) => {
    signal?.throwIfAborted();
    done += rows;
    onProgress?.({ step, done, total });
  };
  const copies: MovedTableReport[] = [];
  for (const table of movedTables) {
    const digest = await readTable(reading, table, async (rows) => {
      await writeRows(writing, table, rows);
      advance('copy', rows.length);
    });
    copies.push({ name: table.name, ...digest });
  }
  await writing.complete();
  for (const { name } of movedTables.filter(({ hasSequence }) => hasSequence)) {
    await writing.setLastId(name, await reading.lastId(name));
  }
  done = 0;
  for (const [index, table] of movedTables.entries()) {
    const digest = await readTable(writing, table, async (rows) => advance('compare', rows.length));
    assertEqualTables(table.name, copies[index] as TableDigest, digest);
  }
  await assertEqualLedgers(reading, writing);
  advance('compare', 0);
  return copies;
}

async function countRows({ drive }: SourceTransaction): Promise<number> {
  let total = 0;
  for (const { name } of movedTables) {
    const row = await drive(() => get<{ count: number }>(`SELECT count(*) AS count FROM ${name}`));
    total += row?.count ?? 0;
  }
  return total;
}

/** The requests have ended with their servers. */
async function voidPending({ drive }: SourceTransaction): Promise<number> {
  const database: Database = {
    blocks: false,
    query: drive,
    read: drive,
    write: drive,
    writeForgettable: drive,
  };
  return await repositories(database, { kind: 'database' }, {}).ledger.voidPending();
}

const countDocuments = (source: MoveSource, reading: SourceTransaction): Promise<CopiedDocuments> =>
  copyDocuments(source.documents, undefined, documentIds(reading));

async function* documentIds({ drive }: SourceTransaction): AsyncGenerator<string> {
  for (let last = ''; ; ) {
    const after = last;
    const rows = await drive(() =>
      all<{ id: string }>('SELECT id FROM documents WHERE id > ? ORDER BY id LIMIT 500', after),
    );
    for (const { id } of rows) yield id;
    last = rows.at(-1)?.id ?? '';
    if (last === '') return;
  }
}

const rowsOf = (tables: readonly MovedTableReport[], name: string): number =>
  tables.find((table) => table.name === name)?.rows ?? 0;

/** Before ownership is taken of the same folder twice, which would look like another server. */
function assertDistinctFolders({ from, to }: MoveOptions): void {
  if (from.kind !== 'folder' || to.kind !== 'folder') return;
  if (realPath(from.path) === realPath(to.path)) throw sameEnds(to.path);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const sameEnds = (name: string) =>
  new Failure('usage', `${name} is both the source and the target of the move.`, {
    hint: 'Name the source with --data-dir or --database-url, and the target with --to.',
  });
