/** Three servers on one PostgreSQL that die, stand still and lose their database: see `chaosRounds`. */
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { startPostgres } from '../../support/postgres/start-postgres.ts';
import { rounds } from '../../support/rounds.ts';
import { chaosRounds } from './chaos-rounds.ts';

const count = rounds(5);

it.runIf(process.platform === 'linux')(
  'charges exactly what is delivered, whichever server dies when',
  { timeout: count * 60_000 },
  async ({ skip }) => {
    const postgres = await startPostgres();
    if (!postgres) return skip('no PostgreSQL for this platform');
    const seed = Math.floor(Math.random() * 2 ** 32);
    try {
      const report = await chaosRounds({
        postgres,
        url: postgres.url,
        dataDirectory: temporaryFolder(),
        rounds: count,
        seed,
      });
      expect(report.delivered).toBeGreaterThan(count * 20);
      expect(report.repeats).toBeGreaterThan(count);
    } finally {
      await postgres.stop();
    }
  },
);
