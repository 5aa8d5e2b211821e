/** Random pages of random documents: veraPDF agrees that the labels of the document still hold. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PdfapiError } from '../../../src/index.ts';
import { choosePages, countPages } from '../../../src/pdf/index.ts';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { judgeByVeraPdf } from '../../support/judges/verapdf.ts';
import { book } from '../../support/pdf/book.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { rounds } from '../../support/rounds.ts';
import { assets, conformingDocument } from './conforming-documents.ts';
import { openForJudges } from './print-at-levels.ts';

const seed = Number(process.env.PDFAPI_TEST_SEED ?? 20_261_124);
const count = rounds(5);
const selectionsOfEach = 3;

describe.skipIf(!findJudges())(`pages of ${count} documents, PDFAPI_TEST_SEED=${seed}`, () => {
  const judged = openForJudges('pdfapi-chosen-', 2);

  it('hold PDF/A-3a and PDF/UA-1, and have the text of these pages', async () => {
    // Long enough to have pages to choose from.
    const longDocument = fc
      .array(conformingDocument, { minLength: 3, maxLength: 5 })
      .map((documents) => ({ ...documents[0], html: documents.map(({ html }) => html).join('') }));
    const documents = [{ html: book }, ...fc.sample(longDocument, { seed, numRuns: count })];
    const files: string[] = [];
    for (const [index, { html }] of documents.entries()) {
      const options = { pdfa: '3a', pdfua: true, assets, twig: false, format: 'A5' } as const;
      const printed = await judged.renderer.html(html, options).catch((error) => {
        // Some random documents cannot conform.
        if (error instanceof PdfapiError && error.code === 'not_conforming') return undefined;
        throw error;
      });
      if (!printed) continue;
      const all = Array.from({ length: countPages(printed.pdf) }, (_, i) => i);
      const selections = fc.sample(fc.shuffledSubarray(all, { minLength: 1 }), {
        seed: seed + index,
        numRuns: selectionsOfEach,
      });
      const before = await viewed(printed.pdf);
      for (const [number, pages] of selections.entries()) {
        const pdf = choosePages(printed.pdf, pages);
        const { text } = await viewed(pdf);
        expect(text, `${index}: ${pages}`).toEqual(pages.map((page) => before.text[page]));
        const file = join(judged.folder, `${index}-${number}.pdf`);
        writeFileSync(file, pdf);
        files.push(file);
      }
    }
    expect(files.length).toBeGreaterThan(documents.length * selectionsOfEach * 0.6);
    const breaches: string[] = [];
    for (const flavour of ['3a', 'ua1'] as const) {
      for (const [file, { valid, failures, error }] of await judgeByVeraPdf(files, flavour)) {
        if (valid) continue;
        const rules = failures.map(
          ({ clause, test, message, context }) => `${clause}-${test} ${message} ${context}`,
        );
        breaches.push(`${file}, ${flavour}: ${error ?? rules.join('; ')}`);
      }
    }
    expect(breaches).toEqual([]);
  }, 1_800_000);
});
