/** Checks of how the file is written, of its graphics and its fonts. */
import { headerCheck } from './file/header.ts';
import type { Check } from './rule.ts';

export const fileChecks: readonly Check[] = [headerCheck];
