/**
 * Random documents with a long table are the same in parts as whole. Each takes some seconds, and a browser that has printed
 * many of them takes much memory: PDFAPI_TEST_SEED begins with other ones.
 */
import { describe, expect, it } from 'vitest';
import { expectSameDocument } from '../../../support/long-tables/expect-same-document.ts';
import { printBothWays, templateOf } from '../../../support/long-tables/print-both-ways.ts';
import { randomTable } from '../../../support/long-tables/random-table.ts';
import { realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();
const seed = Number(process.env.PDFAPI_TEST_SEED ?? 1);
const count = Math.min(25, Number(process.env.PDFAPI_TEST_DOCUMENTS ?? 15));

const kinds = {
  'one section': (number: number) => randomTable(number),
  'several sections': (number: number) => randomTable(number, { groups: true }),
  'numbers of rows': (number: number) => randomTable(number, { groups: number % 2 === 0, counters: true }),
};

describe.each(Object.entries(kinds))(
  `%s: ${count} documents from PDFAPI_TEST_SEED=${seed} on`,
  (_, create) => {
    let divided = 0;

    it.each(Array.from({ length: count }, (_, i) => seed + i))('%i is the same in parts', async (number) => {
      const template = templateOf(create(number));
      const { parts, whole, outcome } = await printBothWays(browser, template, {
        tools: { minRows: 50, maxRows: 160 },
      });
      if ((outcome?.parts ?? 0) > 1) divided++;
      await expectSameDocument(parts, whole);
    });

    // Most of the others are too short for two parts.
    it('many of them are printed in parts', () => {
      expect(divided).toBeGreaterThan(count / 3);
    });
  },
);
