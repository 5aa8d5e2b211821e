import { describe, expect, it } from 'vitest';
import {
  agree,
  lackingName,
  ownResult,
  phpResults,
  type Result,
  twigVersion,
} from '../../support/twig/beside-php.ts';
import { cases } from '../../support/twig/differential-cases.ts';
import { textCases } from '../../support/twig/text-cases.ts';

/** Templates whose results differ, and why. `docs/differences-from-php-twig.md` documents the same for users. */
const differences: [RegExp, string][] = [
  [/\b\d+e\d/, 'numbers with an exponent came after the Twig that Debian has'],
  [
    /\(-[\d.]+\) (\*\*|\?\?) /,
    'newer Twig keeps the parentheses around a negative base, and reads any left side of ??',
  ],
  [/('|html)\) b-(and|or|xor) \(('|html)/, 'two texts are combined as numbers, not byte by byte'],
  [/\\Y\\e\\a/, 'newer Twig drops the backslash of an unknown escape'],
  [/set v = include/, 'what `include` gives is markup since Twig 3.28'],
  [/_context\|keys|_self \}\}/, 'the variables that PHP keeps for itself, and the name of the template'],
  [/^x\n\{% if a %\}/, 'an unclosed tag is reported where it was opened'],
  [
    /1234\.5678.*1000000000000|1000000000000.*1234\.5678/,
    'a float without a fraction is printed as an integer',
  ],
];

describe.skipIf(twigVersion === undefined)(`compared with PHP Twig ${twigVersion ?? ''}`, () => {
  it('the results are the same', () => {
    const all = [...cases(), ...textCases()];
    const answers = phpResults(all);
    expect(answers).toHaveLength(all.length);
    const lacking = new Map<string, number>();
    const apart = all.flatMap((each, index) => {
      const theirs = answers[index] as Result;
      if (differences.some(([pattern]) => pattern.test(each.template))) return [];
      const own = ownResult(each);
      if (agree(theirs, own)) return [];
      const name = lackingName(theirs);
      if (name === undefined || own.output === undefined) return [{ template: each.template, theirs, own }];
      lacking.set(name, (lacking.get(name) ?? 0) + 1);
      return [];
    });
    expect(apart).toEqual([]);
    const leftOut = [...lacking.values()].reduce((sum, count) => sum + count, 0);
    if (leftOut > 0) {
      console.warn(
        `Skipped ${leftOut} of ${all.length} comparisons: the Twig that PHP has here lacks ${[...lacking.keys()].join(', ')}.`,
      );
    }
    expect(leftOut).toBeLessThan(all.length / 2);
    // PHP takes half a minute for all of them on a busy machine.
  }, 300_000);
});
