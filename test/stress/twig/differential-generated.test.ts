/** Compares generated templates with PHP's Twig if it is installed, and always with a frozen sample of its results. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  agree,
  isOlderThan,
  lackingName,
  ownResult,
  phpResults,
  type Result,
  twigVersion,
} from '../../support/twig/beside-php.ts';
import { changedSince351 } from '../../support/twig/generator/changed-since.ts';
import { documentedDifferences } from '../../support/twig/generator/documented-differences.ts';
import { generateCases } from '../../support/twig/generator/templates.ts';

interface Frozen {
  readonly data: object;
  readonly cases: readonly {
    readonly template: string;
    readonly partials?: Readonly<Record<string, string>>;
    readonly strict?: boolean;
    readonly output?: string;
    /** The line of PHP's error. */
    readonly error?: number;
  }[];
}

const { data, cases: frozen } = JSON.parse(
  readFileSync(new URL('../../support/twig/generated-results.json', import.meta.url), 'utf8'),
) as Frozen;

// Another seed generates other cases: PDFAPI_TEST_SEED=7 npm run twig:oracle
const seed = Number(process.env.PDFAPI_TEST_SEED ?? 1);
const count = 30_000;

it(`${frozen.length} generated templates print what PHP Twig 3.28 prints`, () => {
  const apart = frozen.flatMap((each) => {
    const own = ownResult({ ...each, data });
    const isSame = each.output === undefined ? own.line === each.error : own.output === each.output;
    return isSame ? [] : [{ ...each, own }];
  });
  expect(apart).toEqual([]);
});

it('the same seed generates the same cases', () => {
  expect(generateCases(50, 3)).toEqual(generateCases(50, 3));
  expect(generateCases(50, 3)).not.toEqual(generateCases(50, 4));
});

it('every accepted difference of generated templates is documented', () => {
  const page = readFileSync(new URL('../../../docs/differences-from-php-twig.md', import.meta.url), 'utf8');
  expect(
    documentedDifferences.map(({ documented }) => documented).filter((each) => !page.includes(each)),
  ).toEqual([]);
});

describe.skipIf(twigVersion === undefined)(`compared with PHP Twig ${twigVersion ?? ''}`, () => {
  it(`${count} generated templates print the same`, { timeout: 1_800_000 }, () => {
    const all = generateCases(count, seed);
    const results = phpResults(all);
    expect(results).toHaveLength(count);
    const isOld = isOlderThan('3.28');
    const left = new Map<string, number>();
    const apart = all.flatMap((each, index) => {
      const php = results[index] as Result;
      const own = ownResult(each);
      if (agree(php, own)) return [];
      const reason =
        documentedDifferences.find(({ applies }) => applies(each, php, own))?.documented ??
        (isOld ? changedSince351.find(({ applies }) => applies(each, php, own))?.what : undefined) ??
        (own.output === undefined ? undefined : lackingName(php));
      if (reason === undefined) return [{ ...each, data: undefined, php, own }];
      left.set(reason, (left.get(reason) ?? 0) + 1);
      return [];
    });
    expect(apart).toEqual([]);
    const skipped = [...left.values()].reduce((sum, each) => sum + each, 0);
    const reasons = [...left].map(([reason, times]) => `${times} × ${reason}`).join('; ');
    console.info(
      `PHP Twig ${twigVersion}: ${count - skipped} of ${count} the same. Known to differ: ${reasons}.`,
    );
    expect(skipped).toBeLessThan(count / (isOld ? 4 : 20));
  });
});
