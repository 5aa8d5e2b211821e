/** The same for random lists and texts: see `random-tables.test.ts`. */
import { describe, expect, it } from 'vitest';
import { expectSameDocument } from '../../../support/long-tables/expect-same-document.ts';
import { printBothWays, templateOf } from '../../../support/long-tables/print-both-ways.ts';
import { randomText } from '../../../support/long-tables/random-text.ts';
import { realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();
const seed = Number(process.env.PDFAPI_TEST_SEED ?? 1);
const count = Math.min(25, Number(process.env.PDFAPI_TEST_DOCUMENTS ?? 8));

const kinds = {
  lists: (number: number) => randomText(number, { list: true }),
  texts: (number: number) => randomText(number),
  'numbered blocks': (number: number) => randomText(number, { list: number % 2 === 0, counters: true }),
};

describe.each(Object.entries(kinds))(
  `%s: ${count} documents from PDFAPI_TEST_SEED=${seed} on`,
  (_, create) => {
    let divided = 0;

    it.each(Array.from({ length: count }, (_, i) => seed + i))('%i is the same in parts', async (number) => {
      const template = templateOf(create(number));
      const { parts, whole, outcome } = await printBothWays(browser, template, {
        tools: { minItems: 50, maxRows: 150 },
      });
      if ((outcome?.parts ?? 0) > 1) divided++;
      await expectSameDocument(parts, whole);
    });

    it('many of them are printed in parts', () => {
      expect(divided).toBeGreaterThan(count / 3);
    });
  },
);
