/** `compileTemplate` of the package. */
import { expect, it } from 'vitest';
import { compileTemplate } from '../../../src/library/compile-template.ts';

it('gives a warning for each undefined variable and for text that is no number, if it is asked to', () => {
  const template = compileTemplate('{{ nmae }} {% for n in [1, 2] %}{{ price * n }} {% endfor %}', {
    name: 'subject',
  });
  const warnings: string[] = [];
  const text = template.render(
    { name: 'Ada', price: '23,90' },
    { onWarning: (warning) => warnings.push(warning) },
  );
  expect(text).toBe(' 23 46 ');
  expect(warnings).toEqual([
    expect.stringMatching(/^subject:1:4: Variable "nmae" does not exist\. Did you mean "name"\?$/),
    expect.stringMatching(
      /^subject:1:\d+: The text "23,90" is no number: it was read as 23\..* \(2 times\)$/,
    ),
  ]);
});

it('writes numbers and dates in the locale and the time zone', () => {
  const template = compileTemplate("{{ 1234.5|format_number }} {{ '2026-07-01T10:00:00Z'|date('H:i') }}");
  expect(template.render()).toBe('1,234.5 10:00');
  expect(template.render({}, { locale: 'de', timeZone: 'Europe/Vienna' })).toBe('1.234,5 12:00');
  expect(() => template.render({}, { locale: 'tlh' })).toThrow(/locale must be a locale/);
  expect(() => template.render({}, { timeZone: 'Europe/Viena' })).toThrow(/Did you mean "Europe\/Vienna"/);
});
