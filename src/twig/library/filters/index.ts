/** All filters by name. */
import type { Callable } from '../../compiler/callable.ts';
import { arrowFilters } from './arrows.ts';
import { dateFilters } from './dates.ts';
import { encodeFilters } from './encode.ts';
import { intlFilters } from './intl.ts';
import { listFilters } from './lists.ts';
import { numberFilters } from './numbers.ts';
import { textFilters } from './text.ts';

export const filters: ReadonlyMap<string, Callable> = new Map([
  ...textFilters,
  ...listFilters,
  ...arrowFilters,
  ...numberFilters,
  ...dateFilters,
  ...encodeFilters,
  ...intlFilters,
]);
