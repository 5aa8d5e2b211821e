/** The metrics that `/metrics` exposes to Prometheus. No label contains a team, a token or a template. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BrowserPoolStatus } from '#browser/browser-pool';
import type { PostgresStatus } from '#store/database/postgres-database';
import type { Store } from '#store/store';
import { addJobMetrics, type ReadBacklog } from './job-metrics.ts';

export type Metrics = ReturnType<typeof startMetrics>;

/** Values that are read on each request for the metrics. */
export interface Gauges {
  readonly waiting: () => number;
  readonly running: () => number;
  /** The long ones among them. */
  readonly waitingLong: () => number;
  readonly runningLong: () => number;
  readonly browserPool: () => BrowserPoolStatus;
  readonly jobs: ReadBacklog;
  /** Undefined on SQLite. */
  readonly postgres: () => Store['postgres'];
}

export function startMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  let gauges: Gauges | undefined;
  const gauge = (name: string, help: string, read: (from: Gauges) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(gauges ? read(gauges) : 0);
      },
    });
  gauge('pdfapi_queue_waiting', 'Documents waiting for a worker.', ({ waiting }) => waiting());
  gauge('pdfapi_queue_running', 'Documents being rendered.', ({ running }) => running());
  gauge('pdfapi_queue_waiting_long', 'Long documents among those that wait.', ({ waitingLong }) =>
    waitingLong(),
  );
  gauge('pdfapi_queue_running_long', 'Long documents among those being rendered.', ({ runningLong }) =>
    runningLong(),
  );
  gauge('pdfapi_browser_ready', '1 if a browser is ready for documents.', ({ browserPool }) =>
    browserPool().ready ? 1 : 0,
  );
  gauge('pdfapi_browser_starts', 'Browsers started.', ({ browserPool }) => browserPool().starts);
  gauge(
    'pdfapi_browser_deaths',
    'Browsers that ended unexpectedly.',
    ({ browserPool }) => browserPool().deaths,
  );
  const ofPostgres = (name: string, help: string, read: (from: PostgresStatus) => number) =>
    gauge(`pdfapi_database_${name}`, `${help} 0 on SQLite.`, ({ postgres }) => {
      const shared = postgres();
      return shared ? read(shared.status()) : 0;
    });
  ofPostgres('connections', 'Connections to PostgreSQL.', ({ connections }) => connections);
  ofPostgres('connections_idle', 'Those that are not in use.', ({ idle }) => idle);
  ofPostgres('connections_waiting', 'Transactions waiting for a connection.', ({ waiting }) => waiting);
  ofPostgres('repeats', 'Transactions that were run again.', ({ repeats }) => repeats);
  gauge(
    'pdfapi_database_clock_offset_seconds',
    'How far the clock of this machine is behind that of PostgreSQL.',
    ({ postgres }) => (postgres()?.clock.offsetMs ?? 0) / 1000,
  );
  const unknownCharges = new Counter({
    name: 'pdfapi_charges_unknown_total',
    help: 'Requests that failed without knowing whether their charge was stored.',
    registers,
  });
  const voidedLeases = new Counter({
    name: 'pdfapi_leases_voided_total',
    help: 'Holds of servers that died, given back by this one.',
    registers,
  });
  const jobRows = addJobMetrics(registry, () => gauges?.jobs());
  const credits = new Counter({
    name: 'pdfapi_credits_charged_total',
    help: 'PDFs charged, by quota or prepaid credits.',
    registers,
  });
  const pdfBytes = new Counter({
    name: 'pdfapi_pdf_bytes_total',
    help: 'Bytes of the PDFs delivered.',
    registers,
  });
  return {
    registry,
    requests: new Counter({
      name: 'pdfapi_http_requests_total',
      help: 'HTTP requests by route and status.',
      labelNames: ['method', 'route', 'status'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'pdfapi_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last byte of its response.',
      labelNames: ['route'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    renders: new Counter({
      name: 'pdfapi_renders_total',
      help: 'Documents by outcome: rendered, refused (client error), failed (server error), cancelled.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    renderSeconds: new Histogram({
      name: 'pdfapi_render_duration_seconds',
      help: 'Time from a worker’s start to the finished PDF.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    longTables: new Counter({
      name: 'pdfapi_long_tables_total',
      help: 'Documents with a long table by how they were printed: parts, whole.',
      labelNames: ['printed'] as const,
      registers,
    }),
    longTexts: new Counter({
      name: 'pdfapi_long_texts_total',
      help: 'Documents with a long list or text by how they were printed: parts, whole.',
      labelNames: ['printed'] as const,
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'pdfapi_webhook_attempts_total',
      help: 'Attempts to deliver an event by outcome: delivered, failed.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    charged(amount: number, bytes: number) {
      credits.inc(amount);
      pdfBytes.inc(bytes);
    },
    unknownCharges,
    voidedLeases,
    jobRows,
    watch(read: Gauges) {
      gauges = read;
    },
  };
}
