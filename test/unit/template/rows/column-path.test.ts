/** Names of columns as paths. */
import { expect, it } from 'vitest';
import { splitPath } from '../../../../src/template/rows/column-path.ts';

it.each([
  ['a', ['a']],
  ['a.b[0].c', ['a', 'b', '0', 'c']],
  ['', ['']],
  ['.a', ['', 'a']],
  ['a..b', ['a', '', 'b']],
  ['a.', ['a.']],
  ['.', ['', '']],
  ['a..', ['a', '', '']],
  ['Art.-Nr.', ['Art.-Nr.']],
  ['inkl. MwSt.', ['inkl. MwSt.']],
  ['kunde.Tel. (priv.)', ['kunde', 'Tel. (priv.)']],
  ['Std./Tag', ['Std./Tag']],
  ['Art\\.Nr\\.', ['Art.Nr.']],
  ['Nr\\..b', ['Nr.', 'b']],
  ['a\\\\.b', ['a\\', 'b']],
  ['a\\', ['a\\']],
])('splits %j', (key, parts) => {
  expect(splitPath(key)).toEqual(parts);
});
