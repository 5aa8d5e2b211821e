import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/twig/index.ts';

const alert = `{% set alert = html_cva(
  base='alert',
  variants={color: {blue: 'bg-blue', red: 'bg-red'}, size: {sm: 'text-sm', md: 'text-md'}, disabled: {true: 'off'}},
  compound_variants=[{color: ['red'], size: ['md', 'lg'], class: 'bold'}],
  default_variant={size: 'sm'}
) %}`;

describe('html_cva', () => {
  it.each([
    ['{}', 'alert text-sm'],
    ["{color: 'blue'}", 'alert bg-blue text-sm'],
    ["{color: 'red', size: 'md'}", 'alert bg-red text-md bold'],
    ["{color: 'none', disabled: true}, 'mt-2'", 'alert off text-sm mt-2'],
  ])('alert.apply(%s)', (args, classes) => {
    expect(compile(`${alert}{{ alert.apply(${args}) }}`).render({})).toBe(classes);
  });

  it('is escaped like any text', () => {
    expect(compile('{{ html_cva(x).apply({}) }}').render({ x: '"><b>' })).toBe('&quot;&gt;&lt;b&gt;');
  });
});
