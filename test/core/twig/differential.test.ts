import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../../../src/core/twig/index.ts';
import { type Case, cases } from './differential-cases.ts';
import { textCases } from './text-cases.ts';

interface Answer {
  output?: string;
  error?: string;
  line?: number;
}

const oracle = fileURLToPath(new URL('oracle.php', import.meta.url));
/** Such as `3.28.0`. Another Twig than the installed one is named by PDFAPI_TEST_TWIG, its autoload.php. */
const version = /^[\d.]+$/.exec(
  String(
    spawnSync('php', [
      '-r',
      '@include getenv("PDFAPI_TEST_TWIG") ?: "Twig/autoload.php"; echo class_exists("Twig\\\\Environment") ? Twig\\Environment::VERSION : "";',
    ]).stdout,
  ),
)?.[0];

/** Where the results part, and why. `docs/differences-from-php-twig.md` says the same to users. */
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

function ours(each: Case): Answer {
  try {
    return { output: compile(each.template, { partials: each.partials ?? {} }).render(each.data ?? {}) };
  } catch (error) {
    if (error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError) {
      return { error: error.detail, line: error.line };
    }
    throw error;
  }
}

function agree(theirs: Answer, own: Answer): boolean {
  if (theirs.output !== undefined) return theirs.output === own.output;
  // PHP's own errors have no line.
  return own.error !== undefined && ((theirs.line ?? 0) < 1 || theirs.line === own.line);
}

/**
 * What an installed Twig is too old for, or lacks an extra package for, such as `"slug" filter`. It counts only where
 * this engine rendered the template: names that neither of the two knows are errors on both sides.
 */
const lackingName = ({ error }: Answer): string | undefined =>
  /^Unknown ("\w+" (?:filter|function|test|tag))/.exec(error ?? '')?.[1];

describe.skipIf(version === undefined)(`beside PHP Twig ${version ?? ''}`, () => {
  it('the results are the same', () => {
    const all = [...cases(), ...textCases()];
    const run = spawnSync('php', [oracle], {
      input: JSON.stringify(all),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const answers = JSON.parse(run.stdout) as Answer[];
    expect(answers).toHaveLength(all.length);
    const lacking = new Map<string, number>();
    const apart = all.flatMap((each, index) => {
      const theirs = answers[index] as Answer;
      if (differences.some(([pattern]) => pattern.test(each.template))) return [];
      const own = ours(each);
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
    // PHP takes half a minute for all of them where it shares the machine.
  }, 300_000);
});
