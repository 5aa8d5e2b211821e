import { expect, it } from 'vitest';
import { parsePreferences, preferredWait } from '../../../src/server/http/prefer.ts';

it.each([
  [undefined, []],
  ['', []],
  ['respond-async', [['respond-async', '']]],
  [
    'Respond-Async, wait=10',
    [
      ['respond-async', ''],
      ['wait', '10'],
    ],
  ],
  ['wait = 10 ; x="1, respond-async"', [['wait', '10']]],
  [
    'a="b, respond-async", c="d\\"e"',
    [
      ['a', 'b, respond-async'],
      ['c', 'd"e'],
    ],
  ],
  ['wait=1, WAIT=2', [['wait', '1']]],
  [' , ;=, "x"', []],
])('reads %s', (header, expected) => {
  expect([...parsePreferences(header)]).toEqual(expected);
});

it('takes whole seconds only as a wait', () => {
  expect(['wait=5', 'wait="5"', 'wait=-1', 'wait=1.5', 'wait', 'x'].map(preferredWait)).toEqual([
    5,
    5,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
