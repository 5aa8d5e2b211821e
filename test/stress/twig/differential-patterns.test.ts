/** Compares the patterns of `matches`, `u.match` and `u.replaceMatches` with PHP's preg_match. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Pattern, PatternError } from '../../../src/twig/library/regex/pattern.ts';
import { patterns, texts } from '../../support/twig/pattern-cases.ts';

/** For each pattern one character per text: 1 for a match, 0 for none. Null if PHP rejects the pattern. */
const frozen = JSON.parse(
  readFileSync(new URL('../../support/twig/pattern-results.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string | null>>;

/** Patterns that cannot be matched in linear time or are not implemented. Each causes an error that says so. */
const unsupported = new Set([
  '/\\X/u',
  '/(?=a)/',
  '/(?<!a)b/',
  '/(a)\\1/',
  '/a++/',
  '/(?>a)/',
  '/(?|a|b)/',
  '/\\K/',
  '/(?^)a/',
  '/\\G^a/',
]);

/** PHP gives up on one of the texts after too many steps. */
const tooSlowForPhp = new Set(['/^(a+)+$/', '/^(?:(?:a*)*)*$/']);

/** In PCRE a repeated group has the text of its last iteration, even if that is empty. */
const otherGroups = new Set(['/(a*)*/u', '/(a??)*b/u']);

function compiled(source: string): Pattern | null {
  try {
    return new Pattern(source);
  } catch (error) {
    if (error instanceof PatternError) return null;
    throw error;
  }
}

const noTick = () => {};
const supported = patterns.filter((each) => !unsupported.has(each));

describe('patterns', () => {
  it(`match the same as in PHP: ${supported.length * texts.length} pairs`, () => {
    const own = supported.map((source) => {
      const pattern = compiled(source);
      return [source, pattern && texts.map((text) => (pattern.test(text, noTick) ? '1' : '0')).join('')];
    });
    const php = supported.map((source) => [source, frozen[source]]);
    expect(own).toEqual(php);
  });

  it.each([...unsupported])('such as %s are rejected with a reason', (source) => {
    expect(() => new Pattern(source)).toThrow(PatternError);
  });
});

interface PhpMatch {
  readonly found: null | false | readonly (readonly [start: number, text: string | null])[];
}

const version = spawnSync('php', ['-r', 'echo PHP_VERSION;']).stdout;

describe.skipIf(!version)('compared with preg_match', () => {
  it('matches, groups and offsets are the same', { timeout: 120_000 }, () => {
    const script = fileURLToPath(new URL('../../support/twig/preg-match.php', import.meta.url));
    const input = JSON.stringify({ patterns, texts });
    const { stdout } = spawnSync('php', [script], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
    const results = JSON.parse(stdout) as PhpMatch['found'][][];
    const apart = patterns.flatMap((source, index) => {
      if (unsupported.has(source)) return [];
      const pattern = compiled(source);
      // Only patterns with the flag u have groups to compare: the others match bytes.
      const hasGroups = /[a-z]*$/i.exec(source)?.[0].includes('u') === true;
      return texts.flatMap((text, at) => {
        const php = results[index]?.[at] ?? null;
        if (php === null && tooSlowForPhp.has(source)) return [];
        const own = pattern === null ? null : resultOf(pattern, text, hasGroups && !otherGroups.has(source));
        const wanted = Array.isArray(php) ? (Array.isArray(own) ? groupsOf(php, text) : true) : php;
        return JSON.stringify(own) === JSON.stringify(wanted) ? [] : [{ source, text, own, wanted }];
      });
    });
    expect(apart).toEqual([]);
  });

  function resultOf(pattern: Pattern, text: string, withGroups: boolean) {
    const isFound = pattern.test(text, noTick);
    if (!withGroups) return isFound;
    const [first] = pattern.matches(text, noTick);
    if (!first || !isFound) return isFound || first !== undefined ? 'test and matches differ' : false;
    return [first.start, ...first.groups.map((group) => group.text)];
  }

  /** Converts the start of a match, because PHP counts bytes, and this engine UTF-16 units. */
  function groupsOf(php: Exclude<PhpMatch['found'], null | false>, text: string) {
    const [whole] = php;
    const before = Buffer.from(text, 'utf8').subarray(0, whole?.[0] ?? 0);
    return [before.toString('utf8').length, ...php.map(([start, group]) => (start < 0 ? null : group))];
  }
});
