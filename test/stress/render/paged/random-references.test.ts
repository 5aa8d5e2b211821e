/**
 * In documents at random, each printed page number is the page of what it refers to. A thousand of them take a quarter of an
 * hour: PDFAPI_TEST_ROUNDS=50.
 */
import { expect, it } from 'vitest';
import { printRandom } from '../../../support/paged/print-random.ts';
import { realBrowser } from '../../../support/real-browser.ts';
import { rounds } from '../../../support/rounds.ts';

const browser = realBrowser();
const documents = rounds(20);
/** The first forty are those of `references.test.ts`. */
const firstSeed = Number(process.env.PDFAPI_TEST_SEED ?? 1_000);

it('prints the right numbers', { timeout: 1_800_000 }, async () => {
  const failed: unknown[] = [];
  let numbers = 0;
  for (let seed = firstSeed; seed < firstSeed + documents; seed++) {
    const { wrong, checked, problems } = await printRandom(browser, seed);
    numbers += checked;
    // A document that is said not to settle is no silent error.
    if (wrong.length > 0 && problems.length === 0) failed.push({ seed, wrong });
  }
  expect(failed).toEqual([]);
  expect(numbers).toBeGreaterThan(10 * documents);
});
