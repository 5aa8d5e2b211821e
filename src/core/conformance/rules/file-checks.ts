/** Checks of how the file is written, of its graphics and its fonts. */
import { headerCheck } from './file/header-check.ts';
import { objectCheck } from './file/object-check.ts';
import { tokenCheck } from './file/token-check.ts';
import { trailerCheck } from './file/trailer-check.ts';
import type { Check } from './rule.ts';

export const fileChecks: readonly Check[] = [headerCheck, trailerCheck, objectCheck, tokenCheck];
