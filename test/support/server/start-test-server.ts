/**
 * The real server: its own data directory, SQLite or, in the project `postgres`, PostgreSQL, browser and HTTP. Every
 * response is checked against OpenAPI.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { readConfig, readDocumentsPlace } from '../../../src/server/config.ts';
import { type RunningServer, type ServeOptions, serve } from '../../../src/server/serve.ts';
import type { SettingName } from '../../../src/server/settings.ts';
import { openPostgresStore } from '../../../src/store/open-postgres-store.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import type { NewTeam, Team } from '../../../src/store/teams.ts';
import { afterFile } from '../after-file.ts';
import { findFreePort } from '../free-port.ts';
import { otherBrowser } from '../real-browser.ts';
import { onPostgres, type RunSql, runSql } from '../store/open-test-store.ts';
import { type Caller, callerOf } from './caller.ts';

export interface TestServerOptions {
  /** Values of flags, as on the command line. */
  readonly flags?: Partial<Record<SettingName, string>>;
  /** Variables of the server, such as the credentials of its storage. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  /** False if nothing is rendered: no browser starts. */
  readonly browser?: boolean;
  readonly timeouts?: ServeOptions['timeouts'];
  readonly dataDir?: string;
  /** The database on PostgreSQL, to share one with another server. Otherwise it gets its own. */
  readonly databaseUrl?: string | undefined;
  /** Keeps documents in the data directory on PostgreSQL too, for tests that look at the files. */
  readonly hasDocumentFiles?: boolean;
  /** Receives each line of the log, as JSON. */
  readonly onLog?: (line: string) => void;
}

export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  /** Undefined on SQLite. */
  readonly databaseUrl: string | undefined;
  /** A second connection to its database. */
  readonly store: Store;
  readonly server: RunningServer;
  /** Runs SQL on its database behind the store's back. */
  readonly sql: RunSql;
  /** Creates a team with a token: plan pro and verified, unless overridden. */
  team(changes?: Partial<NewTeam>): Promise<Member>;
  /** Stores a template, published unless overridden, and returns its id. */
  template(
    team: Team,
    files: string | Readonly<Record<string, string>>,
    options?: TemplateOptions,
  ): Promise<number>;
  /** A client without a token, or with any text as one. */
  stranger(token?: string): Caller;
  stop(): Promise<void>;
}

export interface Member extends Caller {
  readonly team: Team;
  readonly token: string;
  /** PDFs charged this month. */
  used(): Promise<number>;
}

interface TemplateOptions {
  readonly name?: string;
  readonly publish?: boolean;
  readonly type?: 'html' | 'editor';
  readonly hasBasePdf?: boolean;
}

/** Starts a server. It stops after the last test of the file, wherever it was started. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { now = () => new Date(), browser = true } = options;
  const folder = options.dataDir === undefined ? mkdtempSync(join(tmpdir(), 'pdfapi-server-')) : undefined;
  const dataDir = options.dataDir ?? join(String(folder), 'data');
  const databaseUrl = options.databaseUrl ?? (onPostgres ? await newSharedDatabase() : undefined);
  const port = databaseUrl === undefined ? '0' : String(await findFreePort());
  const { config } = readConfig(
    {
      port,
      // Required with a database that servers share, before the server listens.
      ...(databaseUrl === undefined ? {} : { publicUrl: `http://127.0.0.1:${port}`, drainDelay: '0' }),
      dataDir,
      ...(options.hasDocumentFiles && databaseUrl !== undefined
        ? { documents: join(dataDir, 'documents') }
        : {}),
      ...(process.env.PDFAPI_NO_SANDBOX === '1' ? { noSandbox: '1' } : {}),
      ...(otherBrowser === undefined ? {} : { browser: otherBrowser }),
      ...(browser ? {} : { browser: '/nowhere/chrome' }),
      // A document of a test is late only if the machine has much else to do.
      timeout: '240s',
      // Tests cross the quota of a team, since that of a plan is thousands of PDFs.
      welcomePack: 'always',
      ...options.flags,
    },
    {
      HOME: process.env.HOME,
      XDG_CACHE_HOME: process.env.XDG_CACHE_HOME,
      PDFAPI_DATABASE_URL: databaseUrl,
      PDFAPI_DATABASE_PREPARE: process.env.PDFAPI_TEST_DATABASE_PREPARE,
    },
  );
  const environment = { ...process.env, ...options.environment };
  const server = await serve({
    config,
    version: '0.0.0-test',
    log: logTo(options.onLog),
    environment,
    now,
    ...(options.timeouts ? { timeouts: options.timeouts } : {}),
  });
  // The address on which the server listens; its public URL may differ.
  const url = server.listening;
  const storeOptions = {
    documents: readDocumentsPlace(config, environment),
    now,
    quotas: config.quota ?? {},
    welcomePack: config.welcomePack,
  };
  const store =
    databaseUrl === undefined
      ? await openStore({ ...storeOptions, dataDirectory: dataDir })
      : await openPostgresStore({
          ...storeOptions,
          url: databaseUrl,
          prepare: config.databasePrepare,
        });
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await store.close();
    await server.stop();
  };
  afterFile(async () => {
    await stop();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  let count = 0;
  const stranger = (token?: string) => callerOf(url, token);
  return {
    url,
    dataDir,
    databaseUrl,
    store,
    server,
    sql: runSql(databaseUrl ?? join(dataDir, 'database.sqlite')),
    stranger,
    stop,
    async team(changes = {}) {
      const team = await store.teams.create({
        name: `team ${++count} of tests`,
        plan: 'pro',
        verified: true,
        ...changes,
      });
      const { token } = await store.tokens.create({ teamId: team.id });
      const used = async () => (await store.ledger.usage(team.id, now())).current_month_usage;
      return { ...stranger(token), team, token, used };
    },
    async template(
      team,
      files,
      { name = `template ${++count}`, publish = true, type = 'html', hasBasePdf = false } = {},
    ) {
      const texts = typeof files === 'string' ? { 'template.html': files } : files;
      const bytes = Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)] as const);
      const pushed = { teamId: team.id, name, type, hasBasePdf, files: new Map(bytes), publish };
      return (await store.templates.push(pushed)).id;
    },
  };
}

async function newSharedDatabase(): Promise<string> {
  return await (await import('../postgres/new-database.ts')).newMigratedDatabase(afterFile);
}

function logTo(onLog: ((line: string) => void) | undefined): FastifyBaseLogger {
  // To see the log of a server: PDFAPI_TEST_LOG=debug npx vitest run …
  if (!onLog) return pino({ level: process.env.PDFAPI_TEST_LOG ?? 'silent', base: null });
  return pino({ level: 'debug', base: null }, { write: onLog });
}
