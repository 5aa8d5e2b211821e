/** The result of a test case of a template. */
import type { Failure } from '#contract/errors';
import type { PageImages } from '#render/golden/compare-pdfs';
import type { Difference } from '#render/golden/difference';

export interface CaseResult {
  readonly folder: string;
  readonly name: string;
  readonly golden: string;
  /**
   * `equal`: the bytes of the approved PDF. `alike`: other bytes that look and read the same. `missing`: there is no
   * approved PDF. `failed`: it could not be rendered or compared.
   */
  readonly result: 'equal' | 'alike' | 'different' | 'missing' | 'failed';
  readonly differences: readonly Difference[];
  readonly images: readonly PageImages[];
  readonly error?: Failure | undefined;
  /** The new PDF. Undefined if it failed. */
  readonly pdf?: Uint8Array | undefined;
  readonly pages?: number | undefined;
  /** Fonts of this machine that drew text: elsewhere, the document may look different. */
  readonly machineFonts: readonly string[];
  readonly warnings: readonly string[];
  readonly ms: number;
}

/** `templates/invoice/long`, as reports name it. */
export const caseName = ({ folder, name }: Pick<CaseResult, 'folder' | 'name'>): string =>
  `${folder.replace(/[\\/]+$/, '')}/${name}`;

export const isPassed = ({ result }: Pick<CaseResult, 'result'>): boolean =>
  result === 'equal' || result === 'alike';

/** One line for each reason why a case did not pass. */
export function reasonsOf({ result, differences, error, golden }: CaseResult): readonly string[] {
  if (result === 'missing')
    return [`There is no ${golden}: look at the document, and approve it with --update.`];
  if (error) return [error.message];
  return differences.map(
    ({ kind, page, text }) => `${page === undefined ? '' : `page ${page}: `}${kind}: ${text}`,
  );
}
