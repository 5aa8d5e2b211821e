/** Runs work on SQLite: each transaction within one turn of the event loop, so none sees another's half. */
import type { DatabaseConnection } from './connection.ts';
import type { Database } from './database.ts';
import type { Statement, Work } from './statement.ts';

export class SqliteDatabase implements Database {
  readonly blocks = true;
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async query<Result>(work: () => Work<Result>): Promise<Result> {
    return this.#drive(work());
  }

  async read<Result>(work: () => Work<Result>): Promise<Result> {
    return this.#connection.read(() => this.#drive(work()));
  }

  async write<Result>(work: () => Work<Result>): Promise<Result> {
    return this.#connection.write(() => this.#drive(work()));
  }

  async writeForgettable<Result>(work: () => Work<Result>): Promise<Result> {
    return this.#connection.writeForgettable(() => this.#drive(work()));
  }

  #drive<Result>(work: Work<Result>): Result {
    let step = work.next();
    while (!step.done) {
      let result: unknown;
      try {
        result = this.#perform(step.value);
      } catch (error) {
        step = work.throw(error);
        continue;
      }
      step = work.next(result as never);
    }
    return step.value;
  }

  #perform(statement: Statement): unknown {
    if (statement.kind === 'lock') return undefined;
    return this.#connection[statement.kind](statement.sql, ...statement.values);
  }
}
