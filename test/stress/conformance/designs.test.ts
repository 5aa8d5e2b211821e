/** Designs of the editor at each level, judged by veraPDF: generated ones of every type of element. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJudges } from '../../support/judges/judges-folder.ts';
import { rounds } from '../../support/rounds.ts';
import { type GeneratedDesign, generatedDesign } from './generated-designs.ts';
import {
  isHelpful,
  judgePrinted,
  openForJudges,
  type Printed,
  printAtLevel,
  requestedStandards,
} from './print-at-levels.ts';

const seed = Number(process.env.PDFAPI_TEST_SEED ?? 20_261_124);
const count = rounds(16);

describe.skipIf(!findJudges())(`${count} generated designs, PDFAPI_TEST_SEED=${seed}`, () => {
  const judged = openForJudges('pdfapi-designs-', 1);

  const print = async (name: string, { files }: GeneratedDesign): Promise<Printed[]> => {
    const printed: Printed[] = [];
    for (const requested of requestedStandards) {
      const render = (options: typeof requested.options) =>
        judged.renderer.render({ template: files, ...options });
      printed.push(await printAtLevel(name, requested, judged.folder, render));
    }
    return printed;
  };

  it('conform if their author did everything right, and else are rejected with what is wrong', async () => {
    const designs = fc.sample(generatedDesign, { seed, numRuns: count });
    const printed: Printed[] = [];
    const wrong: string[] = [];
    for (const [index, design] of designs.entries()) {
      for (const each of await print(String(index), design)) {
        printed.push(each);
        const { rejected, requested } = each;
        const isExpected = design.isComplete || requested.name === '2b' ? !rejected : rejected;
        if (!isExpected || rejected?.some((finding) => !isHelpful(finding)))
          wrong.push(`${index}, ${requested.name}: ${rejected?.join(' | ')}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await judgePrinted(printed)).toEqual([]);
    expect(printed.filter(({ file }) => file !== undefined).length).toBeGreaterThan(count);
  }, 1_800_000);
});
