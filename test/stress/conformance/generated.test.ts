import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { rounds } from '../../support/rounds.ts';
import { assets, type ConformingDocument, conformingDocument } from './conforming-documents.ts';
import {
  isHelpful,
  judgePrinted,
  openForJudges,
  type Printed,
  printAtLevel,
  requestedStandards,
} from './print-at-levels.ts';

const seed = Number(process.env.PDFAPI_TEST_SEED ?? 20_261_123);
const count = rounds(16);

describe.skipIf(!findJudges())(`${count} generated documents, PDFAPI_TEST_SEED=${seed}`, () => {
  const judged = openForJudges('pdfapi-generated-', 2);
  const { folder } = judged;

  const print = (name: string, { html, attachment, ...rest }: ConformingDocument): Promise<Printed>[] =>
    requestedStandards.map((requested) =>
      printAtLevel(name, requested, folder, (options) =>
        judged.renderer.html(html, {
          ...rest,
          ...options,
          assets,
          twig: false,
          attachments: attachment && requested.name === '3a + UA' ? [attachment] : [],
        }),
      ),
    );

  /** What is wrong with documents: what veraPDF finds, and rejections that do not say where and why. */
  const complaintsOf = async (printed: readonly Printed[]): Promise<string[]> => [
    ...printed.flatMap(({ name, requested, rejected = [] }) =>
      rejected.filter((each) => !isHelpful(each)).map((each) => `${name}, ${requested.name}: ${each}`),
    ),
    ...(await judgePrinted(printed)),
  ];

  it('conform, or are rejected with what is wrong', async () => {
    const documents = fc.sample(conformingDocument, { seed, numRuns: count });
    const printed: Printed[] = [];
    for (const [index, document] of documents.entries()) {
      printed.push(...(await Promise.all(print(String(index), document))));
    }
    const rejected = printed.filter((each) => each.rejected);
    for (const each of rejected) {
      console.warn(`Document ${each.name} at ${each.requested.name}: ${each.rejected?.join(' | ')}`);
    }
    // Their author did nothing wrong, but the browser draws some effects of CSS in a way that cannot conform.
    expect(rejected.length).toBeLessThanOrEqual(printed.length / 20);
    const complaints = await complaintsOf(printed);
    const path = /(?:^|\/)(\d+)[-,]/.exec(complaints[0] ?? '')?.[1];
    if (path !== undefined) {
      // The same document again, and then smaller ones that fail too.
      const property = fc.asyncProperty(conformingDocument, async (document) => {
        expect(await complaintsOf(await Promise.all(print('small', document)))).toEqual([]);
      });
      const smaller = await fc.check(property, { seed, path, interruptAfterTimeLimit: 60_000 });
      console.error(`The smallest document that fails: ${JSON.stringify(smaller.counterexample)}`);
    }
    expect(complaints).toEqual([]);
  }, 1_800_000);
});
