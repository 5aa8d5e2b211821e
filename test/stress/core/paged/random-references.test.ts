/**
 * In documents at random, each printed page number is the page of what it refers to. A thousand of them take a quarter of an
 * hour: PDFAPI_TEST_DOCUMENTS=1000.
 */
import { expect, it } from 'vitest';
import { Deadline } from '../../../../src/core/deadline.ts';
import { render } from '../../../../src/core/render.ts';
import { noAssets } from '../../../../src/core/template/model/template.ts';
import { checkNumbers } from '../../../support/paged/check-numbers.ts';
import { randomDocument } from '../../../support/paged/random-document.ts';
import { realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();
const documents = Number(process.env.PDFAPI_TEST_DOCUMENTS ?? 300);
/** Those before are part of the integration tests. */
const firstSeed = Number(process.env.PDFAPI_TEST_SEED ?? 1_000);

it('prints the right numbers', { timeout: 1_800_000 }, async () => {
  const failed: unknown[] = [];
  let numbers = 0;
  for (let seed = firstSeed; seed < firstSeed + documents; seed++) {
    const document = randomDocument(seed);
    const deadline = new Deadline(100_000);
    const template = {
      name: 't',
      html: document.html,
      page: {},
      metadata: {},
      partials: {},
      assets: noAssets,
    };
    const { pdf, report } = await render({ template, data: {} }, { browser, deadline });
    deadline.close();
    const { wrong, checked } = await checkNumbers(pdf, document);
    numbers += checked;
    // A document that is said not to settle is no silent error.
    if (wrong.length > 0 && report.problems.length === 0) failed.push({ seed, wrong });
  }
  expect(failed).toEqual([]);
  expect(numbers).toBeGreaterThan(10 * documents);
});
