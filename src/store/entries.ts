/** The ledger's entries: added, never changed. The database itself refuses anything else. */
import type { Connection } from './connection.ts';

export interface Entry {
  readonly id: number;
  readonly teamId: number;
  readonly kind: 'hold' | 'post' | 'void' | 'welcome_pack' | 'top_up' | 'correction';
  readonly at: Date;
  /** PDFs, or credits. A correction takes credits away. */
  readonly amount: number;
  /** What a hold, post or void is counted in: 'YYYY-MM-DD', UTC. */
  readonly day?: string;
  /** The hold that a post or void settles. */
  readonly settles?: number;
  /** Of a post: the quota of that moment, and who paid. */
  readonly split?: Split;
  readonly note?: string;
}

interface Split {
  readonly quota: number;
  readonly fromQuota: number;
  readonly fromCredits: number;
  /** What an operator took away between hold and post. */
  readonly uncovered: number;
}

type EntryRow = EntryColumns & (SplitColumns | { readonly quota: null });

interface EntryColumns {
  readonly id: number;
  readonly team_id: number;
  readonly kind: Entry['kind'];
  readonly at: number;
  readonly amount: number;
  readonly day: string | null;
  readonly settles: number | null;
  readonly note: string | null;
}

/** All of them or none: see the table's CHECK. */
interface SplitColumns {
  readonly quota: number;
  readonly from_quota: number;
  readonly from_credits: number;
  readonly uncovered: number;
}

export class Entries {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The id of the new entry. */
  add({ teamId, kind, at, amount, day, settles, split, note }: Omit<Entry, 'id'>): number {
    return this.#connection.insert(
      `INSERT INTO entries
         (team_id, kind, at, amount, day, settles, quota, from_quota, from_credits, uncovered, note)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      teamId,
      kind,
      at.getTime(),
      amount,
      day ?? null,
      settles ?? null,
      split?.quota ?? null,
      split?.fromQuota ?? null,
      split?.fromCredits ?? null,
      split?.uncovered ?? null,
      note ?? null,
    );
  }

  /** Oldest first. */
  of(teamId: number): Entry[] {
    return this.#connection
      .all<EntryRow>('SELECT * FROM entries WHERE team_id = ? ORDER BY id', teamId)
      .map(ofRow);
  }
}

function ofRow(row: EntryRow): Entry {
  return {
    id: row.id,
    teamId: row.team_id,
    kind: row.kind,
    at: new Date(row.at),
    amount: row.amount,
    ...(row.day === null ? {} : { day: row.day }),
    ...(row.settles === null ? {} : { settles: row.settles }),
    ...(row.quota === null ? {} : { split: splitOf(row) }),
    ...(row.note === null ? {} : { note: row.note }),
  };
}

const splitOf = ({ quota, from_quota, from_credits, uncovered }: SplitColumns): Split => ({
  quota,
  fromQuota: from_quota,
  fromCredits: from_credits,
  uncovered,
});
