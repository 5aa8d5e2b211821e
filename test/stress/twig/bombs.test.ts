import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../../src/twig/index.ts';
import { bombs, malformed, partials } from '../../support/twig/bomb-cases.ts';
import type { Outcome } from '../../support/twig/bombs-in-child.ts';

const script = fileURLToPath(new URL('../../support/twig/bombs-in-child.ts', import.meta.url));

/**
 * Renders the cases in a process with a heap of 256 MB. A case that exceeds the heap or the timeout ends the process
 * and has no outcome.
 */
function outcomes(cases: Record<string, string>): Map<string, Outcome> {
  // Moved down two lines, so that an error with a default line does not pass.
  const placed = Object.fromEntries(Object.entries(cases).map(([name, text]) => [name, `\n\n${text}`]));
  const run = spawnSync(process.execPath, ['--max-old-space-size=256', script], {
    input: JSON.stringify({ cases: placed, partials }),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: 500_000,
  });
  const lines = run.stdout.split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line) as Outcome).map((each) => [each.name, each]));
}

describe('a template that exceeds a limit is rejected', () => {
  let found: Map<string, Outcome>;
  beforeAll(() => {
    found = outcomes(bombs);
  }, 600_000);

  for (const name of Object.keys(bombs)) {
    it(name, () => {
      const outcome = found.get(name);
      expect(outcome).toMatchObject({ error: 'TemplateRuntimeError' });
      if (outcome?.template === null) expect(outcome.line).toBe(3);
    });
  }

  it('with an error that names the limit and the line', () => {
    expect(() => compile('a\n{{ (1..1000000000)|length }}').render({})).toThrow(
      /line 2: .*100000 \(range bound\)/,
    );
    expect(() =>
      compile('\n\n{% macro m() %}{{ _self.m() }}{% endmacro %}{{ _self.m() }}').render({}),
    ).toThrow(/line 3: .*200 deep/);
  });

  it('if it and its partials have too many tokens', () => {
    const many = '{{ 1 + 1 + 1 }}\n'.repeat(30_000);
    expect(compile(many).render({})).toHaveLength(60_000);
    expect(() => compile(many.repeat(3))).toThrow(/line \d+: .*500000/);
    const partials = { a: many, b: many, c: many };
    const all = '{% include "a" %}{% include "b" %}{% include "c" %}';
    expect(() => compile(all, { partials })).toThrow(/\(partial "[bc]"\), line 1: .*500000/);
  });

  it('if its output has too many bytes', () => {
    const template = compile('{% for i in 1..10 %}éééé{% endfor %}', { limits: { output: 60 } });
    expect(() => template.render({})).toThrow(/larger than 60 bytes/);
    expect(
      compile('{% for i in 1..5 %}éééé{% endfor %}', { limits: { output: 60 } }).render({}),
    ).toHaveLength(20);
  });
});

describe('a malformed template is rejected in linear time', () => {
  let found: Map<string, Outcome>;
  beforeAll(() => {
    found = outcomes(malformed);
  }, 600_000);

  for (const name of Object.keys(malformed)) {
    it(name, () => {
      const outcome = found.get(name);
      expect(outcome).toMatchObject({ error: 'TemplateSyntaxError', line: 3 });
    });
  }

  it('but a large valid one compiles', () => {
    const text = '<tr>{% if a.b %}{{ a.b|upper ~ "x" }}{% endif %}</tr>\n'.repeat(10_000);
    expect(compile(text).render({ a: { b: 'c' } })).toHaveLength(10_000 * 12);
    expect(compile(`{{ ${"'a' ~ ".repeat(20_000)}'b' }}`).render({})).toHaveLength(20_001);
  });
});

it('the time limit counts CPU time, so that a busy machine fails no template', () => {
  const wait = (milliseconds: number) =>
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  const data = {
    get slow() {
      wait(1_200);
      return 'slow';
    },
  };
  const source = '{{ slow }}{% for i in 1..2000 %}{{ i }}{% endfor %}';
  expect(compile(source, { limits: { milliseconds: 1_000 } }).render(data)).toMatch(/^slow1.*2000$/);
  const busy = '{% for i in 1..100000 %}{% for k in 1..100000 %}{{ k }}{% endfor %}{% endfor %}';
  const limits = { milliseconds: 20, steps: Number.MAX_SAFE_INTEGER, output: 1e12, memory: 1e12 };
  expect(() => compile(busy, { limits }).render({})).toThrow(/takes longer than 20 milliseconds/);
});
