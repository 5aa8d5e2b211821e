import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../../../src/twig/index.ts';

const words = [
  '{{',
  '}}',
  '{%',
  '%}',
  '{#',
  '#}',
  '-',
  '~',
  ' ',
  '\n',
  'a',
  'user',
  '.',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '|',
  ',',
  ':',
  '?',
  '??',
  '?:',
  '?.',
  '..',
  '...',
  '=',
  '=>',
  '==',
  '<=>',
  '+',
  '*',
  '**',
  '/',
  '//',
  '%',
  'not ',
  ' in ',
  ' is ',
  ' matches ',
  '"',
  "'",
  '#{',
  '\\',
  '1',
  '2.5',
  'if ',
  'endif',
  'else',
  'for ',
  'endfor',
  'set ',
  'endset',
  'block x',
  'endblock',
  'macro m',
  'endmacro',
  'include ',
  'extends ',
  'embed ',
  'endembed',
  'with ',
  'endwith',
  'apply ',
  'endapply',
  'upper',
  'map',
  'join',
  'date',
  'sort',
  'range',
  'max',
  'include',
  'defined',
  'even',
  'loop.index',
  '_self',
  '_context',
  'verbatim',
  'endverbatim',
  '/a+/',
  'é',
  '😀',
  '\0',
];

const template = fc.oneof(
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...words), { maxLength: 25 }).map((parts) => `{{ ${parts.join(' ')} }}`),
  fc.array(fc.constantFrom(...words), { maxLength: 25 }).map((parts) => `{% ${parts.join(' ')} %}`),
);

it('any text renders or fails with a positioned template error', () => {
  fc.assert(
    fc.property(template, fc.dictionary(fc.constantFrom('a', 'user', 'b'), fc.jsonValue()), (text, data) => {
      try {
        expect(typeof compile(text, { limits: { milliseconds: 500 } }).render(data)).toBe('string');
      } catch (error) {
        if (!(error instanceof TemplateSyntaxError) && !(error instanceof TemplateRuntimeError)) throw error;
        expect(error.line).toBeGreaterThan(0);
        expect(error.column).toBeGreaterThan(0);
      }
    }),
    { numRuns: 4_000 },
  );
});

const filterNames = [
  'upper',
  'title',
  'round',
  'number_format(2)',
  'join(a)',
  'sort',
  'merge(a)',
  'batch(2)',
  'slice(a)',
  'date',
  'date_modify(a)',
  'json_encode',
  'url_encode',
  'format(a)',
  'replace(a)',
  'split(a)',
  'length',
  'first',
  'reverse',
  'column(a)',
  'striptags',
  'nl2br',
  'u.truncate(3)',
  'slug',
  'markdown_to_html',
  'format_number',
  'format_currency(a)',
  'format_datetime',
  'country_name',
  'html_classes',
  'plural',
  'map(v => v ~ a)',
  'filter(v => a)',
  'reduce((c, v) => c)',
  'e(a)',
  'data_uri',
  'wordwrap(3)',
  'default(a)',
  'trim(a)',
  'striptags(a)',
  'round(a)',
  'format_date(pattern=a)',
  'timezone_name',
  'spaceless',
  'keys',
  'last',
  'shuffle',
  'abs',
  'capitalize',
  'find(v => v)',
];

it('filters and operators accept any value or fail with a template error', () => {
  const operators = [
    '+',
    '-',
    '*',
    '/',
    '//',
    '%',
    '**',
    '~',
    '==',
    '<',
    '<=>',
    'in',
    'matches',
    'starts with',
    'b-and',
    '..',
    'has some',
    '??',
    'is same as',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...filterNames),
      fc.constantFrom(...operators),
      fc.jsonValue(),
      fc.jsonValue(),
      (filter, operator, a, b) => {
        for (const text of [
          `{{ b|${filter} }}`,
          `{{ a ${operator} b }}`,
          `{{ max(a, b) }}{{ min(a) }}{{ cycle(a, b) }}{{ random(a) }}`,
          '{{ date(a).timestamp }}',
          '{{ a[b] }}{{ a.b }}{{ attribute(a, b) }}{% for k, v in a %}{{ k }}{% endfor %}',
        ]) {
          try {
            compile(text).render({ a, b });
          } catch (error) {
            if (!(error instanceof TemplateSyntaxError) && !(error instanceof TemplateRuntimeError))
              throw error;
          }
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
