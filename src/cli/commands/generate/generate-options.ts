/** The options of `pdfapi generate`, and the names that it gives to PDFs. */
import { basename, extname } from 'node:path';
import type { SideBySideOptions } from '../../options/output/side-by-side-options.ts';
import type { RenderOptions } from '../../options/render-options.ts';

export interface GenerateOptions extends RenderOptions, SideBySideOptions {
  readonly xmlOnly?: true;
}

/** `data/a.json` → `a.pdf`. */
export const dataFilename = (file: string, extension: 'pdf' | 'xml' = 'pdf'): string =>
  `${file === '-' ? 'stdin' : basename(file, extname(file))}.${extension}`;
