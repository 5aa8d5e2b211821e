/** The lifecycle of the server: what it opens, in which order, and how it shuts down without losing anything. */
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { startBrowserPool } from '#browser/browser-pool';
import type { MemoryLimits } from '#browser/process/watchdog';
import { Failure } from '#contract/errors';
import type { Team } from '#store/teams';
import { startFillPool } from '#template/fill/start-fill-pool';
import { startLintPool } from '#template/lint/start-lint-pool';
import { startEditorPool } from '#template/pdfme/editor-pool';
import { createApp } from './app.ts';
import { purchaseUrl } from './billing/purchase-url.ts';
import { signedUrls } from './billing/signed-url.ts';
import type { Config, EnvironmentVariables } from './config.ts';
import type { ServerContext } from './context.ts';
import { type FirstToken, firstRun, setUnlimited } from './first-run.ts';
import { startBodyReader } from './http/body/body-reader.ts';
import { startRateLimiter } from './http/rate-limiter.ts';
import { startJobWorker } from './jobs/job-worker.ts';
import { runRow } from './jobs/run-row.ts';
import { startBrowserLog } from './operations/browser-log.ts';
import { startMetrics } from './operations/metrics.ts';
import { startNoticeSender } from './operations/notices.ts';
import { startSweeper } from './operations/sweeper.ts';
import { startWorkInProgress } from './operations/work-in-progress.ts';
import { startOutbound } from './outbound/outbound.ts';
import { startDataChecker } from './rendering/data-check/data-checker.ts';
import { countLongPlaces, startLongLane } from './rendering/long-lane.ts';
import { threadedPdfWork } from './rendering/pdf-work.ts';
import { startRenderQueue } from './rendering/render-queue.ts';
import { startStandardsChecker } from './rendering/standards-check/standards-checker.ts';
import { openTemplateCache } from './rendering/template-cache.ts';
import { openServerStore, type ServerStore } from './server-store.ts';
import { startSigningPool } from './signing/signing-pool.ts';
import { startTemplateNamesLister } from './template-names/template-names.ts';
import { defaultServerTimeouts, type ServerTimeouts } from './timeouts.ts';
import { startWebhookSender } from './webhooks/webhook-sender.ts';

export interface ServeOptions {
  readonly config: Config;
  readonly version: string;
  readonly log: FastifyBaseLogger;
  /** For the browser's process, which takes only what it needs from it, and for the credentials of S3. */
  readonly environment: EnvironmentVariables;
  readonly onProgress?: (text: string) => void;
  /** For tests that change the time. */
  readonly now?: () => Date;
  readonly timeouts?: Partial<ServerTimeouts>;
}

export interface RunningServer {
  /** The address that clients use. */
  readonly url: string;
  /** The address that the server listens on; differs from `url` behind a proxy. */
  readonly listening: string;
  readonly pid: number;
  readonly dataDir: string;
  /** The address of the database on PostgreSQL, without credentials. Undefined on SQLite. */
  readonly database: string | undefined;
  /** The team of the first start, which is that of an owner who has made no other. Undefined if it was deleted. */
  readonly firstTeam: Team | undefined;
  /** Set on the first run with an empty database, and on the next ones until it is confirmed. */
  readonly token: string | undefined;
  /** Records that `token` was shown: a start that ends before loses it, and the next one makes another. Does not reject. */
  confirmToken(): Promise<void>;
  /**
   * For example `HeadlessChrome/153.0.7900.2`. Waits for the browser to start, and throws the reason if it does not.
   */
  browser(): Promise<string>;
  /**
   * Responds 503 to new requests and finishes running ones for up to 30 s before it cuts them off. Undelivered
   * documents are not charged. A second call returns the same promise.
   */
  stop(): Promise<void>;
}

/** Milliseconds for which a server behind a load balancer still serves after it was told to stop. */
const defaultDrainDelayMs = 5_000;

/** Milliseconds for the last responses to be sent. */
const lastResponsesMs = 1_000;
/** Milliseconds for a database to answer a server that is stopping. */
const answerMs = 2_000;

/** Throws `data_directory_in_use`, `address_in_use`, and the errors of opening the store. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { config, environment, log, now } = options;
  const address = httpAddress(config.host, config.port);
  const opened = await openServerStore({ config, environment, now, log, address });
  try {
    return await start(options, opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function start(options: ServeOptions, opened: ServerStore): Promise<RunningServer> {
  const { config, version, log, environment, onProgress } = options;
  const { host } = config;
  const { store } = opened;
  const { now } = store;
  const timeouts = { ...defaultServerTimeouts, ...options.timeouts };
  const first = await firstRun(store);
  if (config.unlimited !== undefined) await setUnlimited(store, config.unlimited);
  const firstTeam = await store.teams.first();

  const workers = config.workers ?? availableParallelism();
  const reserve = workers;
  const browserLog = startBrowserLog({ log, now });
  const browserPool = startBrowserPool({
    cacheDirectory: config.cacheDir,
    environment,
    sandbox: !config.noSandbox,
    // The queue decides which task prints; these are its places, including the reserved ones, and those of the long lane.
    workers: workers + 1 + reserve + countLongPlaces(workers),
    noScripts: config.noScripts,
    onStart: browserLog.onStart,
    onStartFailure: browserLog.onStartFailure,
    onLost: browserLog.onLost,
    onRefused: browserLog.onRefused,
    runDirectory: join(config.dataDir, 'run'),
    memory: memoryLimits(config.pageMemory),
    ...(config.browser === undefined ? {} : { executablePath: config.browser }),
    ...(onProgress ? { onProgress } : {}),
  });
  const pool = startFillPool({ workers });
  const linting = startLintPool();
  const editor = startEditorPool({ workers });
  // One more than can print concurrently: it fills its template while the others print.
  const queue = startRenderQueue({ workers: workers + 1, reserve, capacity: config.queue });
  const longLane = startLongLane({ places: workers, capacity: config.queue });
  const bodies = startBodyReader({ workers: Math.min(workers, 2), capacity: config.queue });
  const templateNames = startTemplateNamesLister();
  const dataChecker = startDataChecker({ workers: Math.min(workers, 2), capacity: config.queue });
  const signing = startSigningPool({
    workers: Math.min(workers, 2),
    capacity: config.queue,
    allowHosts: config.allowHosts,
  });
  const standardsChecker = startStandardsChecker(workers);
  const metrics = startMetrics();
  metrics.watch({
    waiting: () => queue.waiting + longLane.waiting,
    running: () => queue.running + longLane.running,
    runningLong: () => longLane.running,
    waitingLong: () => longLane.waiting,
    browserPool: () => browserPool.status(),
    jobs: () => ({ now: now(), backlog: store.jobs.backlog() }),
    postgres: () => store.postgres,
  });

  let isDraining = false;
  let isStopping = false;
  let url = config.publicUrl ?? '';
  const publicUrl = () => url;
  const urls = signedUrls(store.signingKeys);
  const notices = startNoticeSender({
    store,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    billingUrl: (team) => purchaseUrl({ config, publicUrl, urls, now }, team),
    now,
    log,
  });
  const outbound = startOutbound({ allowHosts: config.allowHosts });
  const webhooks = startWebhookSender({ store, outbound, metrics, version, now, log });
  const longRows = new Set<string>();
  const jobs = startJobWorker({
    store,
    // Fewer than print concurrently, so that requests find a free worker.
    places: Math.max(1, workers - 1),
    run: (row, signal) => runRow(context, row, signal, longRows),
    now,
    log,
  });
  /** Services that a stop closes early if it takes too long, which ends their work. */
  const cutServices: readonly { close(): Promise<void> }[] = [
    browserPool,
    editor,
    linting,
    dataChecker,
    signing,
    standardsChecker,
    bodies,
    templateNames,
  ];
  const closeServices = () =>
    Promise.all([
      ...cutServices.map((each) => each.close()),
      pool.close(),
      notices.close(),
      webhooks.close().finally(() => outbound.close()),
    ]);
  const context: ServerContext = {
    config,
    publicUrl,
    version,
    store,
    browserPool,
    fill: pool.fill,
    lint: linting.lint,
    editor,
    queue,
    longLane,
    rateLimiter: startRateLimiter(),
    urls,
    notices,
    outbound,
    webhooks,
    jobs,
    templates: openTemplateCache(store),
    bodies,
    dataChecker,
    signing,
    standardsChecker,
    pdfWork: threadedPdfWork(standardsChecker),
    templateNames,
    metrics,
    work: startWorkInProgress(),
    timeouts,
    log,
    now,
    isDraining: () => isDraining,
    isStopping: () => isStopping,
  };
  const drainDelay = config.drainDelay ?? (config.databaseUrl === undefined ? 0 : defaultDrainDelayMs);
  const app = createApp(context, log);
  let issued: FirstToken | undefined;
  try {
    await app.listen({ host, port: config.port }).catch((error) => {
      throw cannotListen(config, error);
    });
    issued = await first?.issueToken();
  } catch (error) {
    browserLog.close();
    await Promise.all([app.close(), jobs.close(), closeServices()]);
    throw error;
  }
  const listening = getAddress(app);
  url ||= listening;
  opened.announce({ pid: process.pid, address: listening, quotas: config.quota ?? {} });
  store.documents.onDamaged(({ documentId, message }) =>
    log.error({ documentId, reason: message }, 'a stored document is damaged and is not delivered'),
  );
  const stopSweeping = await startSweeper(context);
  jobs.poke();
  log.info(
    { address: listening, publicUrl: url, dataDir: config.dataDir, database: store.postgres?.name, workers },
    'listening',
  );

  const end = async () => {
    isDraining = true;
    // Load balancers ask only every few seconds whether this server is ready.
    if (drainDelay > 0) {
      log.info({ drainDelay }, 'stopping: still serving until load balancers have noticed');
      await delay(drainDelay);
    }
    isStopping = true;
    browserLog.close();
    stopSweeping();
    const jobsEnded = jobs.close();
    // A database that is silent answers nothing and closes no connection, so nothing that waits for it would ever end.
    const leaveSilentDatabase = async () => {
      if (!store.postgres || (await answers(store))) return;
      log.warn({ database: store.postgres.name }, 'the database does not answer: stopping without it');
      store.postgres.disconnect();
    };
    let asking: NodeJS.Timeout | undefined;
    // Work in progress may still wait for a database that is away; services that only look for work must not.
    void context.work.idle().then(() => {
      store.postgres?.stopRetrying();
      if (store.postgres) asking = setInterval(leaveSilentDatabase, timeouts.lastAnswers);
    });
    // The server still listens, so that clients get a 503 to retry instead of a refused connection.
    const hurry = setTimeout(() => {
      queue.close();
      longLane.close();
      for (const each of cutServices) void each.close();
      // Cuts clients that do not read their response, or do not send the body that they announced.
      setTimeout(() => app.server.closeAllConnections(), lastResponsesMs).unref();
      setTimeout(leaveSilentDatabase, lastResponsesMs).unref();
    }, timeouts.drain);
    await jobsEnded;
    await context.work.idle();
    clearTimeout(hurry);
    const closed = app.close();
    app.server.closeAllConnections();
    await closed;
    queue.close();
    longLane.close();
    await closeServices();
    await opened.close();
    clearInterval(asking);
    log.info('stopped');
  };
  let closing: Promise<void> | undefined;
  return {
    url,
    listening,
    pid: process.pid,
    dataDir: config.dataDir,
    database: store.postgres?.name,
    firstTeam,
    token: issued?.token,
    async confirmToken() {
      await issued?.confirm().catch((error) => {
        log.warn(
          { err: error },
          'that the first token was shown could not be stored; the next start prints another',
        );
      });
    },
    browser: async () => (await browserPool.ready()).version,
    stop() {
      closing ??= end();
      return closing;
    },
  };
}

/** Whether the database can be used right now. */
async function answers({ checkWritable }: ServerStore['store']): Promise<boolean> {
  const answer = checkWritable().then(
    () => true,
    () => false,
  );
  return await Promise.race([answer, delay(answerMs, false, { ref: false })]);
}

function memoryLimits(bytes: number): MemoryLimits {
  const processMegabytes = Math.round(bytes / 1024 ** 2);
  return { processMegabytes, treeMegabytes: 2 * processMegabytes };
}

/** Returns the address of a server that listens. */
function getAddress(app: FastifyInstance): string {
  const { address, port } = app.server.address() as AddressInfo;
  return httpAddress(address, port);
}

/** A wildcard address ("every address of this machine") is not an address that a client could use. */
function httpAddress(host: string, port: number): string {
  const name =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** Explains to the operator why the server cannot listen on its address. */
function cannotListen({ host, port }: Pick<Config, 'host' | 'port'>, error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new Failure('address_in_use', `Port ${port} of ${host} is in use by another program.`, {
      hint: 'Choose another with --port, or use --port 0 for a free one.',
      cause: error,
    });
  }
  const reason =
    code === 'EACCES'
      ? `only root may use port ${port}`
      : code === 'EADDRNOTAVAIL'
        ? 'this machine has no such address'
        : message;
  return new Failure('address_in_use', `Cannot listen on ${host}: ${reason}.`, {
    hint: 'Choose another with --host and --port.',
    cause: error,
  });
}
