import { expect, it } from 'vitest';
import { sanitize } from '../../../../src/cli/io/sanitize.ts';

it('replaces control characters with symbols that terminals do not interpret', () => {
  expect(sanitize('a\u001b]0;title\u0007b\u007f\u009bm')).toBe('a␛]0;title␇b␡\ufffdm');
  expect(sanitize('line\n\ttab é 漢')).toBe('line\n\ttab é 漢');
});
