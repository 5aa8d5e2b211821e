/** The scripts that the build generated: a shell reads one at every start, and loading all commands takes too long. */
import { readFileSync } from 'node:fs';
import type { Shell } from './shells.ts';

export const completionScript = (shell: Shell): string =>
  readFileSync(new URL(`pdfapi.${shell}`, import.meta.url), 'utf8');
