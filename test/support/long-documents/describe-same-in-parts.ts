/** Tests that random documents are the same in parts as whole. */
import { describe, expect, it } from 'vitest';
import type { LongDocumentTools } from '../../../src/render/long-documents/with-long-documents.ts';
import { realBrowser } from '../real-browser.ts';
import { rounds } from '../rounds.ts';
import { expectSameDocument } from './expect-same-document.ts';
import { printBothWays, templateOf } from './print-both-ways.ts';

const seed = Number(process.env.PDFAPI_TEST_SEED ?? 1);
/** A browser that has printed many of them takes much memory. */
const most = 25;

interface Options {
  /** How many documents of each kind, times `PDFAPI_TEST_ROUNDS`. */
  readonly documents: number;
  readonly tools: LongDocumentTools;
}

/** `kinds`: the HTML of a document by its number, for each name. */
export function describeSameInParts(
  kinds: Readonly<Record<string, (number: number) => string>>,
  { documents, tools }: Options,
): void {
  const browser = realBrowser();
  const count = Math.min(most, rounds(documents));
  describe.each(Object.entries(kinds))(
    `%s: ${count} documents from PDFAPI_TEST_SEED=${seed} on`,
    (_, create) => {
      let divided = 0;

      it.each(Array.from({ length: count }, (_, i) => seed + i))(
        '%i is the same in parts',
        async (number) => {
          const { parts, whole, outcome } = await printBothWays(browser, templateOf(create(number)), {
            tools,
          });
          if ((outcome?.parts ?? 0) > 1) divided++;
          await expectSameDocument(parts, whole);
        },
      );

      // Most of the others are too short for two parts. Of a few, more may be so by chance.
      it('many of them are printed in parts', () => {
        expect(divided).toBeGreaterThan(count < 10 ? 0 : count / 3);
      });
    },
  );
}
