/**
 * Runs work on PostgreSQL, statement by statement over one connection of a pool. Transactions read what is committed
 * when each statement begins (READ COMMITTED): what decides over a team locks it first and reads later.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase, PoolClient } from 'pg';
import { Failure } from '#contract/errors';
import { type Database, type TransactionOptions, UnknownOutcome } from './database.ts';
import { numberedQuery } from './postgres/numbered-query.ts';
import { readPostgresAddress } from './postgres/postgres-address.ts';
import { isConnectionLost, isRepeatable, postgresFailure } from './postgres/postgres-failure.ts';
import { PostgresPool } from './postgres/postgres-pool.ts';
import type { Statement, Work } from './statement.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database?sslmode=…` */
  readonly url: string;
  /** The most connections. Default: 4, which is enough for some hundred PDFs a second. */
  readonly connections?: number | undefined;
  /**
   * Whether statements are prepared once for each connection. Default: true. PgBouncer before 1.21 in transaction mode
   * needs false.
   */
  readonly prepare?: boolean | undefined;
}

export interface PostgresStatus {
  readonly connections: number;
  readonly idle: number;
  /** Transactions that wait for a connection. */
  readonly waiting: number;
  /** Transactions that were run again since the start, after a lost connection or a deadlock. */
  readonly repeats: number;
}

/** Milliseconds during which work is run again after a lost connection. */
const patienceMs = 10_000;

/**
 * A transaction consists of statements only, so it is never idle for long: a node that stops in the middle of one gives
 * the locks of its team free after two seconds.
 */
const limits =
  "SET LOCAL lock_timeout = '5s'; SET LOCAL statement_timeout = '30s'; SET LOCAL idle_in_transaction_session_timeout = '2s'";
const beginRead = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${limits}`;
const beginWrite = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${limits}`;
const beginUnlimited =
  'BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';
const beginForgettable = `${beginWrite}; SET LOCAL synchronous_commit = off`;

/** One open transaction. */
export interface Administration {
  readonly client: ClientBase;
  /** Runs the store's own work in it. */
  drive<Result>(work: () => Work<Result>): Promise<Result>;
}

export class PostgresDatabase implements Database {
  readonly blocks = false;
  /** The address without the password, for messages. */
  readonly name: string;
  readonly #pool: PostgresPool;
  readonly #prepare: boolean;
  #repeats = 0;
  #patienceMs = patienceMs;

  constructor({ url, connections = 4, prepare = true }: PostgresOptions) {
    const address = readPostgresAddress(url);
    this.name = address.name;
    this.#pool = new PostgresPool(address, connections);
    this.#prepare = prepare;
  }

  async query<Result>(work: () => Work<Result>): Promise<Result> {
    return await this.#patiently(async (attempt) => {
      const client = await this.#pool.connect();
      const statements = work();
      const first = statements.next();
      return await this.#pool.use(client, async () => {
        if (first.done) return first.value;
        // It is unknown whether a lost connection still carried a change to the server.
        attempt.isRepeatable = /^\s*SELECT/.test(first.value.kind === 'lock' ? '' : first.value.sql);
        const second = statements.next((await this.#perform(client, first.value)) as never);
        if (!second.done) throw new Error('A query consists of one statement.');
        return second.value;
      });
    });
  }

  async read<Result>(work: () => Work<Result>): Promise<Result> {
    return await this.#patiently((attempt) => this.#transaction(beginRead, work, attempt));
  }

  async write<Result>(
    work: () => Work<Result>,
    { repeatable = false, isRepeat = false }: TransactionOptions = {},
  ): Promise<Result> {
    return await this.#patiently(
      (attempt) => this.#transaction(beginWrite, work, attempt, { isRepeatable: repeatable }),
      isRepeat,
    );
  }

  async writeForgettable<Result>(
    work: () => Work<Result>,
    { repeatable = false }: TransactionOptions = {},
  ): Promise<Result> {
    return await this.#patiently((attempt) =>
      this.#transaction(beginForgettable, work, attempt, { isRepeatable: repeatable }),
    );
  }

  /**
   * Runs statements of PostgreSQL's own SQL in one transaction, over a connection of its own without the limits of time
   * that requests have. For migrations and other work of operators. Throws `database_failed`.
   */
  async administer<Result>(use: (transaction: Administration) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.openClient();
    try {
      await client.query(beginUnlimited);
      const result = await use({ client, drive: (work) => this.#drive(client, work()) });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      throw postgresFailure(error, this.name);
    } finally {
      // Without a commit, this rolls back. A connection that is lost cannot be ended.
      await client.end().catch(() => {});
    }
  }

  /**
   * Returns the time of the database, in milliseconds since 1970. Throws `database_failed` if there is no connection, or
   * if the server is read-only, as after a failover.
   */
  async checkWritable(): Promise<{ readonly now: number }> {
    const { rows } = await this.#ask().catch((error) => {
      throw postgresFailure(error, this.name);
    });
    const [row] = rows;
    if (row?.state === 'off') return { now: row.now };
    // A setting of the database or of the role holds for a session until its end.
    this.#pool.renew();
    throw new Failure('database_failed', `The database ${this.name} is read-only.`);
  }

  /** For metrics. */
  status(): PostgresStatus {
    return { ...this.#pool.counts(), repeats: this.#repeats };
  }

  /** From now on, work fails at once if the database is away: for a server that is stopping. */
  stopRetrying(): void {
    this.#patienceMs = 0;
  }

  /**
   * Breaks all connections off, so that work that waits for the database fails at once, and so does all later work: for a
   * server that must end although the database neither answers nor hangs up.
   */
  disconnect(): void {
    this.stopRetrying();
    this.#pool.breakOff();
  }

  /** Waits for running work. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #ask() {
    const client = await this.#pool.connect();
    return await this.#pool.use(client, () =>
      client.query<{ state: string; now: number }>(
        "SELECT current_setting('transaction_read_only') AS state, (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now",
      ),
    );
  }

  async #transaction<Result>(
    begin: string,
    work: () => Work<Result>,
    attempt: Attempt,
    { isRepeatable: afterCommit = true } = {},
  ): Promise<Result> {
    const client = await this.#pool.connect();
    return await this.#within(client, begin, async () => {
      // Changes of an earlier run are visible before a standby has them, if the wait for the standby was cut short.
      // This record makes the end of this run wait for it.
      if (attempt.isRepeat) await client.query("SELECT pg_logical_emit_message(true, 'pdfapi', '')");
      const result = await this.#drive(client, work());
      // Until here, nothing has changed.
      attempt.isRepeatable = afterCommit;
      attempt.mayBeStored = true;
      return result;
    });
  }

  async #within<Result>(client: PoolClient, begin: string, use: () => Promise<Result>): Promise<Result> {
    return await this.#pool.use(client, async (state) => {
      try {
        await client.query(begin);
        const result = await use();
        await client.query('COMMIT');
        return result;
      } catch (error) {
        state.isBroken = await client.query('ROLLBACK').then(
          () => false,
          () => true,
        );
        throw error;
      }
    });
  }

  async #drive<Result>(client: ClientBase, work: Work<Result>): Promise<Result> {
    let step = work.next();
    while (!step.done) {
      let result: unknown;
      try {
        result = await this.#perform(client, step.value);
      } catch (error) {
        step = work.throw(error);
        continue;
      }
      step = work.next(result as never);
    }
    return step.value;
  }

  async #perform(client: ClientBase, statement: Statement): Promise<unknown> {
    if (statement.kind === 'lock') {
      // Does not wait for transactions that only refer to the team.
      await client.query('SELECT 1 FROM credits WHERE team_id = $1 FOR NO KEY UPDATE', [statement.teamId]);
      return undefined;
    }
    const { sql, values, kind } = statement;
    const { text, name } = numberedQuery(sql, values);
    const { rows, rowCount } = await client.query({
      text,
      values: [...values],
      ...(this.#prepare ? { name } : {}),
    });
    return kind === 'run' ? rowCount : kind === 'get' ? rows[0] : rows;
  }

  /** Runs work again while that can help and cannot do anything twice. Throws `database_failed`. */
  async #patiently<Result>(run: (attempt: Attempt) => Promise<Result>, isRepeat = false): Promise<Result> {
    const started = performance.now();
    let mayBeStored = isRepeat;
    for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
      const attempt: Attempt = { isRepeatable: true, mayBeStored: false, isRepeat: mayBeStored };
      try {
        return await run(attempt);
      } catch (error) {
        const isLost = isConnectionLost(error);
        mayBeStored ||= isLost && attempt.mayBeStored;
        if (isLost && !attempt.isRepeatable) throw unknownOutcome(this.name, error);
        if (!(isLost || isRepeatable(error)) || performance.now() + pause > started + this.#patienceMs) {
          if (mayBeStored && isLost) throw unknownOutcome(this.name, error);
          throw postgresFailure(error, this.name);
        }
        this.#repeats += 1;
        // Not all nodes at once.
        await delay(pause * (0.5 + Math.random()));
      }
    }
  }
}

/** Whether the work can be run again after the connection is lost. It changes while the work runs. */
interface Attempt {
  isRepeatable: boolean;
  /** Whether the transaction was about to be committed. */
  mayBeStored: boolean;
  /** Whether an earlier run may have been stored. */
  readonly isRepeat: boolean;
}

function unknownOutcome(name: string, cause: unknown): Failure {
  const message = `The connection to the database ${name} was lost while it stored a change. It is unknown whether the change was stored.`;
  return new UnknownOutcome('database_failed', message, { cause });
}
