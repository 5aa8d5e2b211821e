/** Partials that do not exist and are named by constant expressions. */
import { describe, expect, it } from 'vitest';
import { compile, TemplateRuntimeError } from '../../../src/twig/index.ts';

const partials = { card: 'card', lib: '{% macro a() %}a{% endmacro %}' };

function failure(template: string, all: Record<string, string> = partials): TemplateRuntimeError {
  try {
    compile(template, { partials: all }).render({ no: false });
  } catch (error) {
    if (error instanceof TemplateRuntimeError) return error;
    throw error;
  }
  throw new Error('There was no error.');
}

const uses = [
  "{% include 'crad' %}",
  "{{ include('crad') }}",
  "{{ source('crad') }}",
  "{{ block('a', 'crad') }}",
  "{{ include(no ? 'card' : 'crad') }}",
  "{% embed 'crad' %}{% endembed %}",
  "{% from 'crad' import a %}{{ a() }}",
  "{% import 'crad' as c %}{{ c.a() }}",
];

describe('a partial that does not exist', () => {
  it.each(uses)('is no error in a branch that is not reached: %s', (use) => {
    const compiled = compile(`{% if no %}\n${use}{% endif %}ok`, { partials });
    expect(compiled.render({ no: false })).toBe('ok');
    expect(compiled.missingPartials).toEqual([
      {
        place: expect.objectContaining({ part: 'template', template: null, line: 2 }),
        detail: 'There is no partial "crad". Did you mean "card"?',
      },
    ]);
  });

  it.each([...uses, "{% extends 'crad' %}", "{% use 'crad' %}"])(
    'is an error when it is reached: %s',
    (use) => {
      const { line, detail } = failure(`\n${use}`);
      expect({ line, detail }).toEqual({
        line: 2,
        detail: 'There is no partial "crad". Did you mean "card"?',
      });
    },
  );

  it('is reported in the partial that names it', () => {
    const all = { card: "\n{% extends 'base' %}" };
    expect(compile("{% if no %}{% include 'card' %}{% endif %}ok", { partials: all }).render({})).toBe('ok');
    expect(failure("{% include 'card' %}", all)).toMatchObject({ template: 'card', line: 2 });
  });

  it('is neither an error nor reported if it may be missing', () => {
    const template = "{% include 'crad' ignore missing %}{{ include('crad', ignore_missing = true) }}ok";
    const compiled = compile(template, { partials });
    expect(compiled.render({})).toBe('ok');
    expect(compiled.missingPartials).toEqual([]);
  });
});
