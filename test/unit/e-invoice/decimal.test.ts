import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../src/e-invoice/decimal.ts';

const parse = (text: string) => Decimal.parse(text) ?? expect.fail(`${text} is a number`);

describe('decimals', () => {
  it.each([
    ['1', '1.00'],
    ['-0.5', '-0.50'],
    ['+.5', '0.50'],
    ['12.', '12.00'],
    [' 007.10 ', '7.10'],
    ['0.12500', '0.125'],
    ['123456789012345678901234567890.12', '123456789012345678901234567890.12'],
  ])('%s is read as %s', (text, shown) => expect(String(parse(text))).toBe(shown));

  it.each(['', '.', '1e3', '1,5', 'NaN', '--1', '0x1', '1 2', '1'.repeat(41)])('%s is no number', (text) =>
    expect(Decimal.parse(text)).toBeUndefined(),
  );

  it.each([
    ['2.345', '2.35'],
    ['-2.345', '-2.34'],
    ['-2.346', '-2.35'],
    ['-0.001', '0.00'],
    ['1.005', '1.01'],
    ['9.995', '10.00'],
  ])('%s is rounded to %s', (text, rounded) => expect(String(parse(text).round(2))).toBe(rounded));

  it('are added without error', () => {
    expect(String(Decimal.sum(['0.1', '0.2', '0.03'].map(parse)))).toBe('0.33');
    expect(parse('0.1').plus(parse('0.2')).equals(parse('0.30'))).toBe(true);
    expect(String(parse('1.5').minus(parse('2')).abs())).toBe('0.50');
    expect(String(parse('19').percent().times(parse('99.99')))).toBe('18.9981');
  });

  it('are compared by value', () => {
    expect(parse('1.0').compare(parse('1'))).toBe(0);
    expect(parse('1').compare(parse('1.01'))).toBe(-1);
    expect(parse('-1').compare(parse('-1.01'))).toBe(1);
    expect(parse('19').key()).toBe(parse('19.000').key());
  });
});
