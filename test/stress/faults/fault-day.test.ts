/**
 * Faults of all kinds, at random from a seed, while clients use the server. `PDFAPI_TEST_FAULT_MINUTES=60` makes each of them
 * a long day; `npm run soak` has one too.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { faultDay } from './fault-day.ts';
import { fullDiskPlace } from './full-disk-place.ts';
import { postgresPlace } from './postgres-place.ts';

const long = process.env.PDFAPI_TEST_FAULT_MINUTES;

it.runIf(process.platform === 'linux').each([
  ['a full disk', fullDiskPlace, Number(long ?? 1.5)],
  ['PostgreSQL, S3', postgresPlace, Number(long ?? 1)],
])(
  'a server that everything happens to loses nothing that it acknowledged and charges nothing else: %s',
  { timeout: (Number(long ?? 1.5) + 15) * 60_000 },
  async (_, openPlace, minutes) => {
    const seed = Number(process.env.PDFAPI_TEST_SEED ?? Math.floor(Math.random() * 2 ** 32));
    const place = await openPlace(join(temporaryFolder(), 'data'), minutes);
    if (!place) return console.warn('Skipped, because PostgreSQL is not installed: a day of its faults.');
    const report = await faultDay(place, { minutes, seed });
    if (minutes > 2) console.log({ seed, ...report });
    expect(report.rounds).toBeGreaterThan(1);
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.events).toBeGreaterThan(0);
  },
);
