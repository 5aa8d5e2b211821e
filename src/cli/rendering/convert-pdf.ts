/** A PDF becomes another one: what `unlock` and `sign` have in common. */
import { basename } from 'node:path';
import { namedFailure } from '../inputs/named-failure.ts';
import { assertDistinctFiles } from '../io/assert-distinct-files.ts';
import { chooseTarget, type OutputOptions, writeTarget } from '../io/output.ts';
import { readStdin } from '../io/streams.ts';
import type { Session } from '../session.ts';
import { printResult } from './result.ts';

interface Conversion {
  /** Follows the name of the PDF in that of the result: `signed` makes `contract-signed.pdf`. */
  readonly suffix: string;
  /** Other files that the command reads, which the result may not overwrite. */
  readonly inputs: readonly (string | undefined)[];
  /** `name`: of the PDF, for messages. Errors about the PDF get it. */
  readonly convert: (bytes: Uint8Array, name: string) => Promise<Uint8Array | ConvertedPdf>;
}

export interface ConvertedPdf {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

/** `file`: the path of the PDF, or `-` for stdin. Nothing is written if `convert` throws. */
export async function convertPdf(
  session: Session,
  file: string,
  options: OutputOptions,
  { suffix, inputs, convert }: Conversion,
): Promise<void> {
  const name = file === '-' ? 'stdin' : basename(file);
  const target = await chooseTarget(session, options, `${name.replace(/\.pdf$/i, '')}-${suffix}.pdf`);
  assertDistinctFiles([target.path], inputs);
  if (file === '-') session.terminal.awaitStdin('a PDF');
  const { readInput } = await import('#template/load/read-input');
  const bytes = file === '-' ? await readStdin() : await readInput(file);
  const converted = await convert(bytes, name).catch((error) => {
    throw namedFailure(error, name);
  });
  const { pdf, pages } = converted instanceof Uint8Array ? await withPages(converted) : converted;
  await writeTarget(session, target, pdf);
  await printResult(session, {
    path: target.path ?? '-',
    pages,
    bytes: pdf.length,
    ms: Math.round(performance.now()),
  });
}

async function withPages(pdf: Uint8Array): Promise<ConvertedPdf> {
  const { countPages } = await import('#pdf');
  return { pdf, pages: countPages(pdf) };
}
