import { expect, it } from 'vitest';
import { printable } from '../../src/cli/printable.ts';

it('replaces control characters by symbols that no terminal obeys', () => {
  expect(printable('a\u001b]0;title\u0007b\u007f\u009bm')).toBe('a␛]0;title␇b␡\ufffdm');
  expect(printable('line\n\ttab é 漢')).toBe('line\n\ttab é 漢');
});
