/** The output of newer versions of PHP Twig, and former differences between this engine and all versions. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../../../src/twig/index.ts';
import { phpTwigVersion, renderWithPhp } from '../../support/twig/with-php.ts';

interface Frozen {
  readonly data: object;
  readonly partials: Readonly<Record<string, string>>;
  readonly cases: readonly {
    readonly template: string;
    readonly strict?: boolean;
    readonly output?: string;
    readonly error?: number;
  }[];
}

const { data, partials, cases } = JSON.parse(
  readFileSync(new URL('../../support/twig/newer-twig-results.json', import.meta.url), 'utf8'),
) as Frozen;

it.each(cases)('$template', ({ template, strict = false, output, error }) => {
  const render = () => compile(template, { partials, strict }).render(data);
  if (output !== undefined) {
    expect(render()).toBe(output);
    return;
  }
  let thrown: unknown;
  try {
    render();
  } catch (caught) {
    thrown = caught;
  }
  expect(thrown instanceof TemplateSyntaxError || thrown instanceof TemplateRuntimeError).toBe(true);
  expect((thrown as TemplateSyntaxError).line).toBe(error);
});

describe.skipIf(phpTwigVersion < 32_800)('compared with PHP Twig 3.28', () => {
  it('the frozen results are still valid', { timeout: 60_000 }, () => {
    const theirs = renderWithPhp(
      cases.map(({ template, strict = false }) => ({ template, strict, data, partials })),
    );
    expect(theirs.map(({ output, line }) => output ?? line)).toEqual(
      cases.map(({ output, error }) => output ?? error),
    );
  });
});

describe('a strict template', () => {
  const strict = (template: string) => compile(template, { strict: true }).render({ m: { a: 1 }, n: null });

  it('fails on an undefined name before ?., and reads null after null', () => {
    expect(() => strict('{{ nope?.a }}')).toThrow(/nope/);
    expect(() => strict('{{ m?.b?.c }}')).toThrow(/"b"/);
    expect(strict('[{{ n?.a }}]')).toBe('[]');
    expect(strict("{{ nope?.a ?? 'none' }}")).toBe('none');
  });

  it('fails if a destructured mapping lacks a key', () => {
    expect(() => strict('{% do {a, b} = m %}')).toThrow(/"b"/);
    expect(strict('{% do {a} = m %}{{ a }}')).toBe('1');
  });
});

describe('Markdown that is indented with its tag', () => {
  it('is not a code block', () => {
    const template = '{% apply markdown_to_html %}\n    # Title\n\n    Text\n    goes on.\n{% endapply %}';
    expect(compile(template).render({})).toBe('<h1>Title</h1>\n<p>Text\ngoes on.</p>\n');
  });

  it('keeps a code block that is indented further', () => {
    const template = '{% apply markdown_to_html %}\n    Text\n\n        code\n{% endapply %}';
    expect(compile(template).render({})).toContain('code');
  });
});

describe('named arguments', () => {
  it.each([
    ['{{ range(start: 1, end: 5, step: 2)|join(",") }}', '1,3,5'],
    ['{{ range(low: 1, high: 2)|join(",") }}', '1,2'],
    ['{{ max(...{value: [1, 2]}) }}{{ min(value: [1, 2]) }}', '21'],
    ["{{ 'a/b'|json_encode(options: 64)|raw }}{{ 'a/b'|json_encode(flags: 64)|raw }}", '"a/b""a/b"'],
  ])('%s accepts the names of the documentation and of PHP', (template, output) => {
    expect(compile(template).render({})).toBe(output);
  });
});

describe('constants', () => {
  it('that do not exist cause an error with a suggestion', () => {
    expect(() => compile("{{ constant('DATE_ATON') }}").render({})).toThrow('Did you mean "DATE_ATOM"');
  });
});
