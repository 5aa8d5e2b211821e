/**
 * Counts PDFs on the days on which they were made that a wrong clock put on days to come. Until then a team would be
 * charged on its latest day, and its quota would not be renewed. Runs within the transactions of the ledger.
 */
import { Failure } from '#contract/errors';
import { all, get, insert, lockTeam, run, type Work } from '../database/statement.ts';
import { addUsage, laterDay } from './accounts.ts';

export interface UsageMove {
  /** 'YYYY-MM-DD' in UTC. */
  readonly from: string;
  readonly to: string;
  readonly pdfs: number;
}

/** Returns the ids of teams whose latest day is after `today`. */
export function* teamsAhead(today: string): Work<number[]> {
  const rows = yield* all<{ team_id: number }>(
    'SELECT DISTINCT team_id FROM usage_days WHERE day > ? ORDER BY team_id',
    today,
  );
  return rows.map(({ team_id }) => team_id);
}

/**
 * Returns what it counts elsewhere; nothing is given free, and no entry changes. Throws `database_in_use` while a request
 * holds PDFs on a day to come.
 */
export function* repairUsage(teamId: number, at: Date): Work<UsageMove[]> {
  yield* lockTeam(teamId);
  const today = dayOf(at.getTime());
  const held = yield* get('SELECT 1 FROM pending_holds WHERE team_id = ? AND day > ? LIMIT 1', teamId, today);
  if (held) {
    throw new Failure('database_in_use', 'Requests that began under the wrong clock are still running.', {
      hint: 'Repeat the command in two minutes.',
    });
  }
  const moves = yield* findMoves(teamId, today);
  const last = yield* get<{ id: number }>('SELECT max(id) AS id FROM entries WHERE team_id = ?', teamId);
  yield* run('DELETE FROM usage_days WHERE team_id = ? AND day > ?', teamId, today);
  for (const { from, to, pdfs } of moves) {
    yield* insert(
      `INSERT INTO usage_moves (team_id, from_day, to_day, pdfs, at, after_entry) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
      teamId,
      from,
      to,
      pdfs,
      at.getTime(),
      last?.id ?? 0,
    );
    yield* addUsage(teamId, to, pdfs);
  }
  return moves;
}

function* findMoves(teamId: number, today: string): Work<UsageMove[]> {
  const wrong = yield* all<{ day: string; posted: number }>(
    'SELECT day, posted FROM usage_days WHERE team_id = ? AND day > ? ORDER BY day',
    teamId,
    today,
  );
  // Days never go backwards, so that no month is counted twice.
  const first = yield* get<{ day: string | null; created_at: number }>(
    `SELECT created_at, (SELECT max(day) FROM usage_days WHERE team_id = teams.id AND day <= ?) AS day
     FROM teams WHERE id = ?`,
    today,
    teamId,
  );
  const createdOn = dayOf(first?.created_at ?? 0);
  const earliest = first?.day ?? (createdOn <= today ? createdOn : today);
  // An earlier repair has counted those before it.
  const posts = yield* all<{ day: string; at: number; amount: number }>(
    `SELECT day, at, amount FROM entries WHERE team_id = ? AND kind = 'post' AND day > ?
       AND id > (SELECT coalesce(max(after_entry), 0) FROM usage_moves WHERE team_id = ?) ORDER BY id DESC`,
    teamId,
    today,
    teamId,
  );
  const sums = new Map<string, Map<string, number>>(wrong.map(({ day }) => [day, new Map()]));
  // A post of the wrong clock was made before the next one of the right clock.
  let next = today;
  for (const { day, at, amount } of posts) {
    const made = dayOf(at);
    if (made <= today) next = laterDay(made, earliest);
    const ofDay = sums.get(day);
    ofDay?.set(next, (ofDay.get(next) ?? 0) + amount);
  }
  return wrong.flatMap(({ day, posted }) => {
    const found = sums.get(day) ?? new Map<string, number>();
    const rest = posted - [...found.values()].reduce((sum, pdfs) => sum + pdfs, 0);
    if (rest > 0) found.set(today, (found.get(today) ?? 0) + rest);
    return [...found].map(([to, pdfs]) => ({ from: day, to, pdfs }));
  });
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
