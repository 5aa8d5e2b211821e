/**
 * The connections of this process to PostgreSQL. The pool is replaced when its connections lead to a server that takes
 * no writes any more, or when the server decides otherwise about encryption.
 */
import { Socket } from 'node:net';
import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, TypeOverrides } from 'pg';
import type { PostgresAddress } from './postgres-address.ts';
import { isConnectionLost, isRefused, postgresFailure, wantsOtherEncryption } from './postgres-failure.ts';

/** Milliseconds in which a connection must be made or become free. */
const connectMs = 2_000;
/** A connection is replaced after this many seconds, so that a failover or another balance is noticed. */
const connectionLifeSeconds = 1_800;
/** For a connection that neither answers nor ends. Above the server's own limit, which has the better message. */
const silenceMs = 35_000;

/** The name of the connections in `pg_stat_activity`. */
export const applicationName = 'pdfapi';

/** Numbers of the types whose values the driver would return as texts. */
const [int8, numeric] = [20, 1700] as const;

export class PostgresPool {
  readonly #address: PostgresAddress;
  /** The most connections. */
  readonly #size: number;
  #isEncrypted: boolean;
  #pool: Pool;
  readonly #poolOf = new WeakMap<ClientBase, Pool>();
  /** The replaced pools whose connections are not all closed yet. */
  readonly #former = new Set<Promise<void>>();
  /** The sockets of all connections, established or not. */
  readonly #sockets = new Set<Socket>();
  #ended: Promise<void> | undefined;

  constructor(address: PostgresAddress, size: number) {
    this.#address = address;
    this.#isEncrypted = address.isEncrypted;
    this.#size = size;
    this.#pool = this.#openPool();
  }

  /** `waiting` counts the transactions that wait for a connection. */
  counts(): { readonly connections: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: connections, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { connections, idle, waiting };
  }

  /** Takes a connection out of the pool. `use` gives it back. */
  async connect(): Promise<PoolClient> {
    const isEncrypted = this.#isEncrypted;
    let pool = this.#pool;
    const client = await pool.connect().catch(async (error) => {
      if (!this.#changeEncryption(error, isEncrypted)) throw error;
      pool = this.#pool;
      return await pool.connect();
    });
    this.#poolOf.set(client, pool);
    // Without a listener, a connection that ends while it is in use would end the process.
    client.on('error', ignore);
    return client;
  }

  /** Uses a connection that `connect` returned, then gives it back. */
  async use<Result>(
    client: PoolClient,
    use: (state: { isBroken: boolean }) => Promise<Result>,
  ): Promise<Result> {
    const state = { isBroken: false };
    try {
      return await use(state);
    } catch (error) {
      state.isBroken ||= isConnectionLost(error) || isRefused(error);
      // The others lead to the same server.
      if (isRefused(error) && this.#poolOf.get(client) === this.#pool) this.renew();
      throw error;
    } finally {
      client.off('error', ignore);
      // A broken connection is closed. Any other is used again.
      client.release(state.isBroken);
    }
  }

  /** Opens a connection of its own, whose statements may take any time. Throws `database_failed`. */
  async openClient(): Promise<Client> {
    for (let isFirst = true; ; isFirst = false) {
      const isEncrypted = this.#isEncrypted;
      const client = new Client({ ...this.#settings(), query_timeout: 0 });
      client.on('error', ignore);
      try {
        await client.connect();
        return client;
      } catch (error) {
        client.end().catch(ignore);
        if (!isFirst || !this.#changeEncryption(error, isEncrypted))
          throw postgresFailure(error, this.#address.name);
      }
    }
  }

  /** Closes all idle connections, and those in use when their work is done. */
  renew(): void {
    const ended = this.#pool.end().finally(() => this.#former.delete(ended));
    this.#former.add(ended);
    this.#pool = this.#openPool();
  }

  /** Breaks all connections off, and opens no more. */
  breakOff(): void {
    void this.end();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Waits for running work. */
  end(): Promise<void> {
    this.#ended ??= Promise.all([this.#pool.end(), ...this.#former]).then(() => {});
    return this.#ended;
  }

  #settings(): ClientConfig {
    return {
      connectionString: this.#address.connectionString,
      ssl: this.#isEncrypted ? this.#address.tls : false,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      stream: () => {
        const socket = new Socket();
        this.#sockets.add(socket);
        return socket.once('close', () => this.#sockets.delete(socket));
      },
      query_timeout: silenceMs,
      application_name: applicationName,
      types: wholeNumbers(),
    };
  }

  #openPool(): Pool {
    const pool = new Pool({
      ...this.#settings(),
      max: this.#size,
      maxLifetimeSeconds: connectionLifeSeconds,
    });
    // An idle connection that the server ends; the pool replaces it.
    pool.on('error', ignore);
    return pool;
  }

  /** Returns whether a connection that failed may succeed with or without encryption, which the server decides. */
  #changeEncryption(error: unknown, wasEncrypted: boolean): boolean {
    if (!this.#address.mayChange || !wantsOtherEncryption(error, wasEncrypted)) return false;
    if (this.#isEncrypted === wasEncrypted) {
      this.#isEncrypted = !wasEncrypted;
      this.renew();
    }
    return true;
  }
}

const ignore = () => {};

/** Counts and sums as numbers. Throws beyond 2⁵³, where a number would not be exact. */
function wholeNumbers(): TypeOverrides {
  const types = new TypeOverrides();
  const parse = (text: string): number => {
    const number = Number(text);
    if (!Number.isSafeInteger(number))
      throw new Error(`${text} is not a whole number that can be counted exactly.`);
    return number;
  };
  types.setTypeParser(int8, parse);
  types.setTypeParser(numeric, parse);
  return types;
}
