import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../../../src/core/twig/index.ts';

/** A template and what PHP Twig prints, or the line at which it is refused. */
interface Snippet {
  template: string;
  output?: string;
  error?: number;
}

const { now, data, partials, cases, different } = JSON.parse(
  readFileSync(new URL('author-results.json', import.meta.url), 'utf8'),
) as {
  now: string;
  data: object;
  partials: Record<string, string>;
  cases: Snippet[];
  different: { template: string; php: string; ours: string }[];
};

function result(template: string): { output?: string; error?: number; detail?: string } {
  try {
    return { output: compile(template, { partials }).render(data, { now: new Date(now) }) };
  } catch (error) {
    if (error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError) {
      return { error: error.line, detail: error.detail };
    }
    throw error;
  }
}

describe('what authors of documents write', () => {
  it(`means what it means in PHP: ${cases.length} snippets`, () => {
    const apart = cases.flatMap((each) => {
      const { output, error } = result(each.template);
      return output === each.output && error === each.error ? [] : [{ ...each, ours: output ?? error }];
    });
    expect(apart).toEqual([]);
  });

  it('differs from PHP where docs/differences-from-php-twig.md says so', () => {
    const known = different.map(({ template, ours }) => ({ template, ours }));
    expect(
      known.map(({ template }) => {
        const { output, detail } = result(template);
        return { template, ours: output ?? detail };
      }),
    ).toEqual(known);
  });
});

const oracle = fileURLToPath(new URL('oracle.php', import.meta.url));
// The clock stands still, and every extra is there, or the frozen results cannot come out.
const runPhp = (args: string[], input = '') =>
  spawnSync('faketime', ['-f', now.slice(0, 19).replace('T', ' '), 'php', ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, TZ: 'UTC' },
  });
const extras = ['Intl', 'String', 'Html']
  .map((name) => `@include "Twig/Extra/${name}/autoload.php";`)
  .join('');
const classes = ['Intl', 'String', 'Html'].map(
  (name) => `class_exists("Twig\\\\Extra\\\\${name}\\\\${name}Extension")`,
);
const missing =
  runPhp(['-r', `@include "Twig/autoload.php"; ${extras} echo ${classes.join(' && ')} ? 1 : 0;`]).stdout !==
  '1';

describe.skipIf(missing)('beside PHP Twig', () => {
  it('the frozen results still come out', { timeout: 240_000 }, () => {
    const input = JSON.stringify(cases.map(({ template }) => ({ template, data, partials })));
    const answers = JSON.parse(runPhp([oracle], input).stdout) as { output?: string; error?: string }[];
    const apart = cases.flatMap((each, index) => {
      const theirs = answers[index];
      const same = each.output === undefined ? theirs?.error !== undefined : theirs?.output === each.output;
      return same ? [] : [{ ...each, theirs }];
    });
    expect(apart).toEqual([]);
  });
});
