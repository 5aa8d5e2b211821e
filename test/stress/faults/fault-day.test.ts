/**
 * Faults of all kinds, at random from a seed, while clients use the server. `PDFAPI_TEST_FAULT_MINUTES=60` makes it a long
 * day; `npm run soak` has one too.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { faultDay } from './fault-day.ts';

const minutes = Number(process.env.PDFAPI_TEST_FAULT_MINUTES ?? 1.5);

it.runIf(process.platform === 'linux')(
  'a server that everything happens to loses nothing that it acknowledged and charges nothing else',
  { timeout: (minutes + 10) * 60_000 },
  async () => {
    const seed = Number(process.env.PDFAPI_TEST_SEED ?? Math.floor(Math.random() * 2 ** 32));
    const report = await faultDay(join(temporaryFolder(), 'data'), { minutes, seed });
    if (minutes > 2) console.log({ seed, ...report });
    expect(report.rounds).toBeGreaterThan(1);
    expect(report.acknowledged).toBeGreaterThan(0);
  },
);
