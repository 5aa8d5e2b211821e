/** Teams own templates and tokens. The plan of a team decides what it may do. */

import { isOneLine } from '#contract/api/one-line-text';
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { isPlan, type Plan, planNames, plans } from '#contract/plans';
import type { Database } from './database/database.ts';
import { all, get, run, type SqlValue, type Work } from './database/statement.ts';

export interface Team {
  readonly id: number;
  readonly name: string;
  readonly plan: Plan;
  /**
   * The effective quota in PDFs a month: the team's own, otherwise the operator's for the plan, otherwise the plan's.
   */
  readonly quota: number;
  /** Who set the effective quota. */
  readonly quotaFrom: 'team' | 'server' | 'plan';
  /** Requests a minute, 0 for no limit. Null for the server's limit. */
  readonly rateLimit: number | null;
  readonly email: string | null;
  /** Whether the owner's email address is verified. The API responds with 403 until it is. */
  readonly verified: boolean;
  readonly createdAt: Date;
}

export interface NewTeam {
  readonly name: string;
  /** Default: see `defaultPlan`. */
  readonly plan?: Plan | undefined;
  readonly email?: string | null | undefined;
  /** Defaults to false. */
  readonly verified?: boolean | undefined;
  readonly quota?: number | null | undefined;
  readonly rateLimit?: number | null | undefined;
}

/** Omitted fields stay unchanged. */
export interface TeamChanges {
  readonly name?: string | undefined;
  readonly plan?: Plan | undefined;
  /** Null restores the quota of the plan. */
  readonly quota?: number | null | undefined;
  /** Null restores the limit of the server. */
  readonly rateLimit?: number | null | undefined;
  readonly email?: string | null | undefined;
  readonly verified?: boolean | undefined;
}

/** The columns that `ofRow` reads, for queries with joins. */
export interface TeamRow {
  readonly id: number;
  readonly name: string;
  readonly plan: Plan;
  readonly unlimited: number;
  readonly quota: number | null;
  readonly rate_limit: number | null;
  readonly email: string | null;
  readonly verified: number;
  readonly created_at: number;
}

export type PlanQuotas = Partial<Record<Plan, number>>;

export class Teams {
  readonly #database: Database;
  readonly #quotas: PlanQuotas;
  readonly #now: () => Date;

  constructor(database: Database, quotas: PlanQuotas, now: () => Date) {
    this.#database = database;
    this.#quotas = quotas;
    this.#now = now;
  }

  /** Throws `team_exists` and `invalid_option`. */
  async create(team: NewTeam): Promise<Team> {
    check(team);
    return await this.#database.write(() => this.#create(team));
  }

  *#create(team: NewTeam): Work<Team> {
    yield* this.#assertNameFree(team.name);
    const plan = team.plan ?? (yield* defaultPlan());
    const made = yield* get<{ id: number }>(
      `INSERT INTO teams (name, plan, unlimited, quota, rate_limit, email, verified, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (lower(name)) DO NOTHING RETURNING id`,
      team.name,
      ...Object.values(planColumns(plan)),
      team.quota ?? null,
      team.rateLimit ?? null,
      team.email ?? null,
      team.verified ? 1 : 0,
      this.#now().getTime(),
    );
    // Another server added it since.
    if (!made) throw nameTaken(team.name);
    yield* run('INSERT INTO credits (team_id, balance, base) VALUES (?, 0, 0)', made.id);
    return yield* this.find(made.id);
  }

  /** Throws `team_not_found`, `team_exists` and `invalid_option`. */
  async set(idOrName: number | string, changes: TeamChanges): Promise<Team> {
    check(changes);
    return await this.#database.write(() => this.#set(idOrName, changes));
  }

  *#set(idOrName: number | string, changes: TeamChanges): Work<Team> {
    const { id } = yield* this.find(idOrName);
    if (changes.name !== undefined) yield* this.#assertNameFree(changes.name, id);
    const { verified, rateLimit, plan, ...others } = changes;
    const columns: Record<string, SqlValue | undefined> = { ...others, rate_limit: rateLimit };
    // A team keeps its plan beside that of `unlimited`, for `endUnlimited`.
    if (plan === 'unlimited') columns.unlimited = 1;
    else if (plan !== undefined) Object.assign(columns, planColumns(plan));
    if (verified !== undefined) columns.verified = verified ? 1 : 0;
    for (const [column, value] of Object.entries(columns)) {
      if (value === undefined) continue;
      yield* run(`UPDATE teams SET ${column} = ? WHERE id = ?`, value, id);
    }
    return yield* this.find(id);
  }

  /**
   * Finds a team by its id or name. A string of digits is an id, since no name consists of digits only. Throws
   * `team_not_found`.
   */
  async get(idOrName: number | string): Promise<Team> {
    return await this.#database.read(() => this.find(idOrName));
  }

  async byId(id: number): Promise<Team | undefined> {
    return await this.#database.query(() => this.#byId(id));
  }

  /** Gives a team on the plan `unlimited` the plan that it had before, or pro. */
  async endUnlimited(id: number): Promise<void> {
    await this.#database.write(() => run('UPDATE teams SET unlimited = 0 WHERE id = ?', id));
  }

  /** Returns the team of the first start, unless it was deleted. */
  async first(): Promise<Team | undefined> {
    const first = await this.#database.query(() =>
      get<{ id: number }>('SELECT id FROM teams ORDER BY id LIMIT 1'),
    );
    return first && (await this.byId(first.id));
  }

  /**
   * Returns the plan of teams that are created without one: discovery, unless `setDefaultPlan` said otherwise.
   */
  async defaultPlan(): Promise<Plan> {
    return await this.#database.query(defaultPlan);
  }

  async setDefaultPlan(plan: Plan): Promise<void> {
    await this.#database.write(() =>
      run(
        `INSERT INTO service (id, default_plan) VALUES (1, ?)
         ON CONFLICT (id) DO UPDATE SET default_plan = excluded.default_plan`,
        plan,
      ),
    );
  }

  /** Returns all teams in order of creation. */
  async list(): Promise<Team[]> {
    return await this.#database.query(() => this.#list());
  }

  /** Within a transaction of the caller. Throws like `get`. */
  *find(idOrName: number | string): Work<Team> {
    const isId = typeof idOrName === 'number' || /^\d+$/.test(idOrName);
    const found = isId ? yield* this.#byId(Number(idOrName)) : yield* this.#byName(idOrName);
    if (found) return found;
    if (isId) throw new Failure('team_not_found', `There is no team with the id ${idOrName}.`);
    const names = (yield* this.#list()).map(({ name }) => name);
    throw new Failure(
      'team_not_found',
      `There is no team "${idOrName}".${didYouMean(String(idOrName), names)}`,
    );
  }

  ofRow(row: TeamRow): Team {
    const plan = row.unlimited === 1 ? 'unlimited' : row.plan;
    const ofServer = this.#quotas[plan];
    return {
      id: row.id,
      name: row.name,
      plan,
      quota: row.quota ?? ofServer ?? plans[plan].monthlyQuota,
      quotaFrom: row.quota !== null ? 'team' : ofServer === undefined ? 'plan' : 'server',
      rateLimit: row.rate_limit ?? (plans[plan].isLimited ? null : 0),
      email: row.email,
      verified: row.verified === 1,
      createdAt: new Date(row.created_at),
    };
  }

  *#byId(id: number): Work<Team | undefined> {
    const row = yield* get<TeamRow>('SELECT * FROM teams WHERE id = ? AND deleted_at IS NULL', id);
    return row && this.ofRow(row);
  }

  *#byName(name: string): Work<Team | undefined> {
    const row = yield* get<TeamRow>(
      'SELECT * FROM teams WHERE lower(name) = lower(?) AND deleted_at IS NULL',
      name,
    );
    return row && this.ofRow(row);
  }

  *#list(): Work<Team[]> {
    const rows = yield* all<TeamRow>('SELECT * FROM teams WHERE deleted_at IS NULL ORDER BY id');
    return rows.map((row) => this.ofRow(row));
  }

  *#assertNameFree(name: string, except?: number): Work<void> {
    const holder = yield* this.#byName(name);
    if (holder && holder.id !== except) {
      throw nameTaken(holder.name);
    }
  }
}

/** See migration 14. */
const planColumns = (plan: Plan) =>
  plan === 'unlimited' ? { plan: 'pro', unlimited: 1 } : { plan, unlimited: 0 };

function* defaultPlan(): Work<Plan> {
  const row = yield* get<{ default_plan: string }>('SELECT default_plan FROM service');
  return row && isPlan(row.default_plan) ? row.default_plan : 'discovery';
}

/**
 * Visible characters with single spaces between them. Commands take a name or an id, so digits alone would be
 * ambiguous, and a leading dash would be read as an option.
 */
const nameForm = /^(?!\d+$|-)[^\p{C}\p{Z}](?: ?[^\p{C}\p{Z}])*$/u;
const maxNameLength = 100;
/** One @ and no whitespace. The mail server validates the rest. */
const emailForm = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

function check({ name, plan, quota, rateLimit, email }: TeamChanges): void {
  if (name !== undefined && (name.length > maxNameLength || !nameForm.test(name))) {
    throw invalid(
      'name',
      `The name of a team has 1 to ${maxNameLength} characters, is not digits only, and does not begin with a dash or a space.`,
    );
  }
  if (plan !== undefined && !planNames.includes(plan)) {
    throw invalid('plan', `The plan must be one of: ${planNames.join(', ')}.${didYouMean(plan, planNames)}`);
  }
  if (quota !== undefined && quota !== null && !(Number.isSafeInteger(quota) && quota >= 0)) {
    throw invalid('quota', 'The quota must be a whole number of PDFs a month, 0 or more.');
  }
  if (rateLimit !== undefined && rateLimit !== null && !(Number.isSafeInteger(rateLimit) && rateLimit >= 0)) {
    throw invalid(
      'rate_limit',
      'The rate limit must be a whole number of requests a minute, 0 for no limit, or more.',
    );
  }
  if (email !== undefined && email !== null && !(emailForm.test(email) && isOneLine(email))) {
    throw invalid('email', 'The email must be one address, such as owner@example.com.');
  }
}

const nameTaken = (name: string) => new Failure('team_exists', `There is a team "${name}" already.`);

const invalid = (field: string, message: string) =>
  new Failure('invalid_option', message, { errors: { [field]: [message] } });
