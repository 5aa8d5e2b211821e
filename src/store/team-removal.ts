/** Deletes a team with all that it has. What remains are its charges, its signatures and the versions of its templates. */
import { Failure } from '#contract/errors';
import type { Database } from './database/database.ts';
import { get, lockTeam, run, type Work } from './database/statement.ts';
import type { Team, Teams } from './teams.ts';

/** What a team loses with its deletion: how many of each. */
interface TeamHoldings {
  /** Without revoked ones. */
  readonly tokens: number;
  readonly templates: number;
  /** PDFs that are kept for downloads. */
  readonly documents: number;
  /** With jobs that have ended. */
  readonly jobs: number;
  readonly webhooks: number;
  readonly signing_identities: number;
}

export interface RemovedTeam extends TeamHoldings {
  readonly team: Team;
}

export class TeamRemoval {
  readonly #database: Database;
  readonly #teams: Teams;
  readonly #now: () => Date;

  constructor(database: Database, teams: Teams, now: () => Date) {
    this.#database = database;
    this.#teams = teams;
    this.#now = now;
  }

  /** Returns what `remove` would delete. Throws like it. */
  async try(idOrName: number | string): Promise<RemovedTeam> {
    return await this.#database.read(() => this.#removable(idOrName));
  }

  /**
   * Its tokens are revoked at once, and its name becomes free. A request under way is still answered and charged; a job is
   * cancelled. Servers remove the bytes of its documents with their next sweep. Throws `team_not_found`, and
   * `invalid_option` for the only team: a database without any is taken for that of a first start.
   */
  async remove(idOrName: number | string): Promise<RemovedTeam> {
    return await this.#database.write(() => this.#remove(idOrName));
  }

  *#remove(idOrName: number | string): Work<RemovedTeam> {
    const { id } = yield* this.#teams.find(idOrName);
    yield* lockTeam(id);
    const removed = yield* this.#removable(id);
    const at = this.#now().getTime();
    yield* run('DELETE FROM sessions WHERE token_id IN (SELECT id FROM tokens WHERE team_id = ?)', id);
    yield* run('UPDATE tokens SET revoked_at = ? WHERE team_id = ? AND revoked_at IS NULL', at, id);
    yield* run('UPDATE templates SET deleted_at = ? WHERE team_id = ? AND deleted_at IS NULL', at, id);
    yield* run('DELETE FROM signing_identities WHERE team_id = ?', id);
    yield* run('DELETE FROM webhooks WHERE team_id = ?', id);
    yield* run('DELETE FROM notices WHERE team_id = ? AND sent_at IS NULL', id);
    yield* run('DELETE FROM idempotency WHERE team_id = ? AND status IS NOT NULL', id);
    // From here on, no row of a job can be charged.
    yield* run(
      "UPDATE jobs SET state = 'cancelled' WHERE team_id = ? AND state IN ('open', 'queued', 'running')",
      id,
    );
    yield* run('UPDATE jobs SET expires_at = ? WHERE team_id = ?', at, id);
    yield* run('UPDATE documents SET expires_at = ? WHERE team_id = ?', at, id);
    yield* run(
      'UPDATE teams SET name = ?, email = NULL, verified = 0, deleted_at = ? WHERE id = ?',
      `-${id} ${removed.team.name}`,
      at,
      id,
    );
    return removed;
  }

  *#removable(idOrName: number | string): Work<RemovedTeam> {
    const team = yield* this.#teams.find(idOrName);
    const { id } = team;
    const other = yield* get('SELECT id FROM teams WHERE id <> ? AND deleted_at IS NULL LIMIT 1', id);
    if (!other) {
      throw new Failure('invalid_option', `${team.name} is the only team, and a server needs one.`, {
        hint: 'Create another one first: pdfapi admin team create <name>',
      });
    }
    const holdings = yield* get<TeamHoldings>(
      `SELECT
         (SELECT count(*) FROM tokens WHERE team_id = ? AND revoked_at IS NULL) AS tokens,
         (SELECT count(*) FROM templates WHERE team_id = ? AND deleted_at IS NULL) AS templates,
         (SELECT count(*) FROM documents WHERE team_id = ?) AS documents,
         (SELECT count(*) FROM jobs WHERE team_id = ?) AS jobs,
         (SELECT count(*) FROM webhooks WHERE team_id = ?) AS webhooks,
         (SELECT count(*) FROM signing_identities WHERE team_id = ?) AS signing_identities`,
      id,
      id,
      id,
      id,
      id,
      id,
    );
    return { ...(holdings as TeamHoldings), team };
  }
}
