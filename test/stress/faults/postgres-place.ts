/** A database on PostgreSQL and documents in S3, which hang, die, and are away for a while. */
import { setTimeout as delay } from 'node:timers/promises';
import { openPostgresStore } from '../../../src/store/open-postgres-store.ts';
import { runSql, startPostgres } from '../../support/postgres/start-postgres.ts';
import { startTestS3 } from '../../support/s3/test-s3.ts';
import { startReceivers } from '../../support/server/receivers.ts';
import type { Place } from './place.ts';

/** How long a request may take, and what is added to it until others take over what it holds. */
const timeoutMs = 12_000;
const leaseMarginMs = 2_000;

/** Undefined if this platform has no binaries of PostgreSQL. */
export async function postgresPlace(dataDir: string): Promise<Place | undefined> {
  const postgres = await startPostgres();
  if (!postgres) return undefined;
  const { url } = postgres;
  const s3 = await startTestS3();
  const receivers = await startReceivers();
  const silentFor = async (ms: number) => {
    postgres.pause();
    await delay(ms);
    postgres.resume();
  };
  const failFor = async (ms: number, ...how: Parameters<typeof s3.fail>) => {
    s3.fail(...how);
    await delay(ms);
    s3.fail(undefined);
  };
  return {
    dataDir,
    serving: {
      flags: [
        ...['--allow-host', '127.0.0.1', '--public-url', 'http://localhost', '--documents', s3.address],
        ...['--drain-delay', '0', '--timeout', `${timeoutMs}ms`, '--lease-margin', `${leaseMarginMs}ms`],
      ],
      environment: { PDFAPI_DATABASE_URL: url, ...s3.environment },
    },
    receivers,
    faults: {
      'the database is silent for three seconds': () => silentFor(3_000),
      'the database is silent for fifteen seconds': () => silentFor(15_000),
      'the database crashes': () => postgres.crash(),
      // Longer than the ten seconds for which work is run again.
      'the database is away for fifteen seconds': () => postgres.crash(15_000),
      'the connections to the database are cut': () =>
        runSql(
          url,
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'pdfapi' AND pid <> pg_backend_pid()",
        ),
      async 'the documents are away for five seconds'() {
        await s3.goAway();
        await delay(5_000);
        await s3.comeBack();
      },
      'the storage of documents is overloaded': () => failFor(3_000, { status: 503, code: 'SlowDown' }),
      'the storage of documents is silent': () => failFor(6_000, 'silent'),
      'the storage of documents hangs up': () => failFor(3_000, 'cut'),
      'responses of the storage are cut short': () => failFor(3_000, 'short', { method: 'GET' }),
    },
    holdsLastMs: 60_000,
    openStore: () => openPostgresStore({ url }),
    async close() {
      receivers.close();
      await s3.close();
      await postgres.stop();
    },
  };
}
