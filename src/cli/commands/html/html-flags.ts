/** The options of `pdfapi html`. */

import type { SideBySideOptions } from '../../options/output/side-by-side-options.ts';
import type { RenderOptions } from '../../options/render-options.ts';

export interface HtmlFlags extends RenderOptions, SideBySideOptions {
  readonly assets?: string;
  /** If undefined, the HTML of a file is Twig and a web page is not. */
  readonly twig?: boolean;
  /** Default: by the name of the file. */
  readonly markdown?: boolean;
}
