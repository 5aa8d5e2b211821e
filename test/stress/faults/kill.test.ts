/** Sends kill -9 at random times under mixed load. `npm run soak` does the same five hundred times. */
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { rounds } from '../../support/rounds.ts';
import { onlyKills } from './faults.ts';
import { killRounds } from './kill-rounds.ts';
import { folderPlace } from './place.ts';

/** Each takes a second or two, most of it to start a server and its browser. */
const kills = rounds(10);

it.runIf(process.platform === 'linux')(
  'a server that is killed loses nothing that it acknowledged and charges nothing else',
  { timeout: 600_000 },
  async () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const place = await folderPlace(temporaryFolder());
    onTestFinished(() => place.close());
    const report = await killRounds({
      place,
      seed,
      faults: onlyKills(place),
      hasNext: (done) => done < kills,
    });
    expect(report.acknowledged).toBeGreaterThan(0);
    expect(report.cutOff).toBeGreaterThan(kills);
    // A busy machine starts slowly, but a server that takes minutes has failed to start.
    expect(report.slowestStartMs).toBeLessThan(60_000);
  },
);
