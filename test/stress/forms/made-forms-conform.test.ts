/** HTML forms at random that conform to PDF/A and PDF/UA, as veraPDF finds. */
import { describe, expect, it } from 'vitest';
import { randomForm } from '../../support/forms/random-form.ts';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { rounds } from '../../support/rounds.ts';
import {
  judgePrinted,
  openForJudges,
  type Printed,
  printAtLevel,
  requestedStandards,
} from '../conformance/print-at-levels.ts';

/** `PDFAPI_TEST_ROUNDS=20` makes more than two hundred. */
const count = rounds(12);
const firstSeed = Number(process.env.PDFAPI_TEST_SEED ?? 5_001);

/** In PDF/UA-2, a box around controls that draws a background is refused: see `docs/conformance.md`. */
const standards = requestedStandards.filter(({ options }) => options.pdfa !== '4');

describe.skipIf(!findJudges())(`${count} forms, PDFAPI_TEST_SEED=${firstSeed}`, () => {
  const judged = openForJudges('pdfapi-forms-', 2);

  it('conform', async () => {
    const printed: Printed[] = [];
    for (let seed = firstSeed; seed < firstSeed + count; seed++) {
      const { html } = randomForm(seed, { hasFonts: true });
      const print = (requested: (typeof standards)[number]) =>
        printAtLevel(String(seed), requested, judged.folder, (options) =>
          judged.renderer.html(html, { ...options, forms: true, twig: false }),
        );
      printed.push(...(await Promise.all(standards.map(print))));
    }
    const rejected = printed.flatMap(({ name, requested, rejected = [] }) =>
      rejected.map((each) => `${name}, ${requested.name}: ${each}`),
    );
    expect([...rejected, ...(await judgePrinted(printed))]).toEqual([]);
  }, 1_800_000);
});
