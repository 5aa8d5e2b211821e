import { describe, expect, it } from 'vitest';
import { parseDuration } from '../../../../src/cli/options/duration.ts';

describe('a duration on the command line', () => {
  it.each([
    ['500ms', 500],
    ['60s', 60_000],
    ['1.5s', 1500],
    ['2m', 120_000],
  ])('%s', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(['', 'abc', '60', '-1s', '0s', '1h', '1 s', '1e3s', '100000m', 's'])(
    '%j is not a duration',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );
});
