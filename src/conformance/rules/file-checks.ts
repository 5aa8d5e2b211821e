/** Checks of how the file is written, of its graphics and its fonts. */
import { headerCheck } from './file/header-check.ts';
import { nameCheck } from './file/name-check.ts';
import { objectCheck } from './file/object-check.ts';
import { tokenCheck } from './file/token-check.ts';
import { trailerCheck } from './file/trailer-check.ts';
import { fontCheck } from './fonts/font-check.ts';
import { colorCheck } from './graphics/color-check.ts';
import { contentCheck } from './graphics/content-check.ts';
import { imageCheck } from './graphics/image-check.ts';
import { outputIntentCheck } from './graphics/output-intents.ts';
import { stateCheck } from './graphics/state-check.ts';
import { transparencyCheck } from './graphics/transparency-check.ts';
import type { Check } from './rule.ts';

export const fileChecks: readonly Check[] = [
  headerCheck,
  trailerCheck,
  objectCheck,
  tokenCheck,
  contentCheck,
  outputIntentCheck,
  colorCheck,
  transparencyCheck,
  stateCheck,
  imageCheck,
  nameCheck,
  fontCheck,
];
