import { describe, expect, it } from 'vitest';
import { compileJob } from '../../../src/template/fill/compile-job.ts';
import { CompileClock, compile, TemplateSyntaxError } from '../../../src/twig/index.ts';

const rows = (count: number) => '{% if row %}{{ row.name|upper }}{% endif %}\n'.repeat(count);

/** A clock that expires after `looks` checks, so that no test depends on the speed of the machine. */
function clockOf(looks: number) {
  let taken = 0;
  const clock = new CompileClock(2_000, { isOver: () => ++taken > looks });
  return { clock, taken: () => taken };
}

function failure(action: () => unknown): TemplateSyntaxError {
  try {
    action();
  } catch (error) {
    if (error instanceof TemplateSyntaxError) return error;
    throw error;
  }
  throw new Error('It compiled.');
}

describe('compile time', () => {
  it('is limited, and the error names the limit and the line', () => {
    const limits = { compileMilliseconds: 0 };
    const error = failure(() => compile(rows(20_000), { limits }));
    expect(error.message).toMatch(
      /^Twig error in the template, line \d+: The template takes longer than 0 milliseconds to compile\.$/,
    );
  });

  it('is checked in text without tokens', () => {
    const comments = '{# note #}'.repeat(100_000);
    expect(failure(() => compile(comments, { limits: { compileMilliseconds: 0 } })).detail).toContain(
      'to compile',
    );
  });

  it('is limited in lexing, parsing and compiling', () => {
    const source = rows(2_000);
    const whole = clockOf(Number.POSITIVE_INFINITY);
    compile(source, { clock: whole.clock });
    // One check for every 500 steps: tokens read, tokens parsed and nodes compiled.
    expect(whole.taken()).toBeGreaterThan(80);
    for (const share of [0, 0.25, 0.5, 0.75, 0.95]) {
      const { clock } = clockOf(Math.floor(whole.taken() * share));
      expect(failure(() => compile(source, { clock })).detail).toContain('2000 milliseconds to compile');
    }
  });

  it('includes partials, and the error names the one that exceeds it', () => {
    const partials = { small: 'x', large: rows(2_000) };
    const { clock } = clockOf(20);
    const error = failure(() => compile("{% include 'small' %}{% include 'large' %}", { partials, clock }));
    expect(error.template).toBe('large');
    expect(error.message).toContain('(partial "large")');
  });

  it('is shared by all parts of a document', () => {
    const document = {
      html: rows(1_000),
      header: rows(1_000),
      twig: true,
      metadata: {},
      partials: {},
      strict: false,
    };
    const { clock, taken } = clockOf(Number.POSITIVE_INFINITY);
    compileJob({ ...document, header: '' }, clock);
    expect(failure(() => compileJob(document, clockOf(taken() + 5).clock)).part).toBe('header');
  });

  it('is separate for a partial that a render names', () => {
    const template = compile('{% include name %}', {
      partials: { large: rows(20_000) },
      limits: { compileMilliseconds: 0 },
    });
    expect(failure(() => template.render({ name: 'large' })).template).toBe('large');
  });

  it('of the list of variables is limited', () => {
    const source = '{% set x = a.b + a.c %}'.repeat(10_000);
    const clock = new CompileClock();
    const template = compile(source, { clock, limits: { compileMilliseconds: 0 } });
    expect(failure(() => template.variables).detail).toContain('to compile');
    expect(compile(source).variables).toEqual(['a.b', 'a.c']);
  });
});
