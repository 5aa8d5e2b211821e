import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../../../src/twig/index.ts';
import { phpIsThere, phpTwigVersion, renderWithPhp, standingClock } from '../../support/twig/with-php.ts';

/** A template and what PHP Twig prints, or the line of its error. */
interface Snippet {
  template: string;
  output?: string;
  error?: number;
  /** The first version of Twig, as `Environment::VERSION_ID`, that is known to give this result. */
  since?: number;
}

const { data, partials, cases, different } = JSON.parse(
  readFileSync(new URL('../../support/twig/author-results.json', import.meta.url), 'utf8'),
) as {
  data: object;
  partials: Record<string, string>;
  cases: Snippet[];
  different: { template: string; php: string; ours: string }[];
};

function result(template: string): { output?: string; error?: number; detail?: string } {
  try {
    return { output: compile(template, { partials }).render(data, { now: new Date(standingClock) }) };
  } catch (error) {
    if (error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError) {
      return { error: error.line, detail: error.detail };
    }
    throw error;
  }
}

describe('a snippet that authors of documents write', () => {
  it(`means the same as in PHP: ${cases.length} snippets`, () => {
    const apart = cases.flatMap((each) => {
      const { output, error } = result(each.template);
      return output === each.output && error === each.error ? [] : [{ ...each, ours: output ?? error }];
    });
    expect(apart).toEqual([]);
  });

  it('differs from PHP as docs/differences-from-php-twig.md says', () => {
    const known = different.map(({ template, ours }) => ({ template, ours }));
    expect(
      known.map(({ template }) => {
        const { output, detail } = result(template);
        return { template, ours: output ?? detail };
      }),
    ).toEqual(known);
  });
});

describe.skipIf(!phpIsThere)('compared with PHP Twig', () => {
  it('the frozen results are still valid', { timeout: 240_000 }, () => {
    const comparable = cases.filter(({ since = 0 }) => since <= phpTwigVersion);
    const answers = renderWithPhp(comparable.map(({ template }) => ({ template, data, partials })));
    const apart = comparable.flatMap((each, index) => {
      const theirs = answers[index];
      const same = each.output === undefined ? theirs?.error !== undefined : theirs?.output === each.output;
      return same ? [] : [{ ...each, theirs }];
    });
    expect(apart).toEqual([]);
  });
});
