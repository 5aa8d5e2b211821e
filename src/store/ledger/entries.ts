/** The entries of the ledger. They are only ever added; triggers in the database reject updates and deletions. */
import { all, type Work } from '../database/statement.ts';

export interface Entry {
  readonly id: number;
  readonly teamId: number;
  readonly kind: 'hold' | 'post' | 'void' | 'welcome_pack' | 'top_up' | 'correction';
  readonly at: Date;
  /** PDFs or credits. For a correction, the credits that it removes. */
  readonly amount: number;
  /** For a hold, post or void: the day on which it is counted, 'YYYY-MM-DD' in UTC. */
  readonly day?: string | undefined;
  /** The hold that a post or void settles. */
  readonly settles?: number | undefined;
  /** For a post: the quota at that time, and how the charge was split. */
  readonly split?: Split | undefined;
  readonly note?: string | undefined;
}

export interface Split {
  readonly quota: number;
  readonly fromQuota: number;
  readonly fromCredits: number;
  /** The part that neither quota nor credits covered, because an operator lowered one of them between hold and post. */
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

/** Either all columns are set or none: see the CHECK of the table. */
interface SplitColumns {
  readonly quota: number;
  readonly from_quota: number;
  readonly from_credits: number;
  readonly uncovered: number;
}

export interface NewEntry extends Omit<Entry, 'id'> {
  /** For a hold, post or void: the claim of the hold. */
  readonly claim?: number | undefined;
}

/** Returns the id of the new entry. */
export function* addEntry(entry: NewEntry): Work<number> {
  return (yield* insertEntries([entry]))[0]?.id ?? 0;
}

/** Adds entries, whose ids grow in their order. Returns the ids by the claims. */
export function* addEntries(entries: readonly NewEntry[]): Work<ReadonlyMap<number, number>> {
  return new Map((yield* insertEntries(entries)).map(({ id, claim }) => [claim, id]));
}

const insertEntries = (
  entries: readonly NewEntry[],
): Work<{ readonly id: number; readonly claim: number }[]> =>
  all(
    `INSERT INTO entries
       (team_id, kind, at, amount, day, settles, quota, from_quota, from_credits, uncovered, note, claim)
     VALUES ${entries.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')} RETURNING id, claim`,
    ...entries.flatMap(({ teamId, kind, at, amount, day, settles, split, note, claim }) => [
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
      claim ?? null,
    ]),
  );

/** Returns the entries of a team, oldest first. */
export function* entriesOf(teamId: number): Work<Entry[]> {
  return (yield* all<EntryRow>('SELECT * FROM entries WHERE team_id = ? ORDER BY id', teamId)).map(ofRow);
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
