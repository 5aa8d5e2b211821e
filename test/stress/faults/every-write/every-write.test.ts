/**
 * As SQLite is tested: the same scene again and again, with the first, the second … the last write failing: because the disk
 * is full from there on, because the device reports an error, or because the process is killed. The ordinary run takes a
 * sample that is spread over the scene, and `PDFAPI_TEST_EVERY_WRITE=1` all of them, in an hour and a half; `full`, `io` or
 * `kill` all of one kind.
 */
import { expect, it } from 'vitest';
import { adminScenes } from './admin-scenes.ts';
import { checkDay, playDay, prepareDay } from './day.ts';
import { firstStart } from './first-start.ts';
import { modes, replay, type Scene } from './replay.ts';

const asked = process.env.PDFAPI_TEST_EVERY_WRITE;
const only = modes.map(([mode]) => mode).find((mode) => mode === asked);
const isComplete = asked === '1' || only !== undefined;
const day = { prepare: prepareDay, play: playDay, check: checkDay };
const timeout = 7_200_000;

async function keeps<State, Outcome>(scene: Scene<State, Outcome>, sample: number): Promise<void> {
  const { violations, replays } = await replay(scene, isComplete ? Number.MAX_SAFE_INTEGER : sample, only);
  expect(violations).toEqual([]);
  expect(replays).toBeGreaterThan(1);
}

it('a day keeps what it promised, and charges nothing else', { timeout }, () => keeps(day, 2));

it('the start after a first start prints a token that works', { timeout }, () => keeps(firstStart, 1));

it.each(adminScenes)('$name is done or not, as its exit code says', { timeout }, ({ scene }) =>
  keeps(scene, 1),
);
