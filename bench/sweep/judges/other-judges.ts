/** What qpdf says of the structure of a file, pdfinfo of its pages, and pdfsig of its signatures. */

import type { PdfPath } from './page-readers.ts';
import { runJudge } from './run-judge.ts';

/** What qpdf finds wrong with a file, one line; empty if nothing is. Undefined if it is not installed. */
export async function structureFault({ path, password = '' }: PdfPath): Promise<string | undefined> {
  const judged = await runJudge('qpdf', [`--password=${password}`, '--check', path]);
  if (!judged) return undefined;
  if (judged.status === 0) return '';
  const [line = 'qpdf fails'] = judged.stderr.split('\n').filter((text) => text !== '');
  return line.replaceAll(path, 'file').slice(0, 160);
}

export interface PageFacts {
  readonly pages: number;
  /** Of page 1 as it is shown: turned, in points. */
  readonly width: number;
  readonly height: number;
}

/** As poppler counts and measures. Undefined if it cannot. */
export async function pageFacts({ path }: PdfPath): Promise<PageFacts | undefined> {
  const judged = await runJudge('pdfinfo', [path]);
  const text = judged?.stdout.toString('latin1') ?? '';
  const pages = Number(/^Pages:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  const [, width = 0, height = 0] = /^Page size:\s+([\d.]+) x ([\d.]+) pts/m.exec(text) ?? [];
  if (pages === 0 || Number(width) === 0) return undefined;
  const isTurned = Number(/^Page rot:\s+(\d+)/m.exec(text)?.[1] ?? 0) % 180 !== 0;
  const [across, along] = isTurned ? [height, width] : [width, height];
  return { pages, width: Number(across), height: Number(along) };
}

export const notSigned = 'is not signed';

export interface SeenSignature {
  readonly field: string;
  /** `Signature is Valid.`, `Digest Mismatch.`, … Whether the certificate is trusted is not asked. */
  readonly verdict: string;
}

/** The signature fields that poppler sees. Undefined if pdfsig is not installed. */
export async function seenSignatures({ path }: PdfPath): Promise<SeenSignature[] | undefined> {
  const judged = await runJudge('pdfsig', ['-nocert', path]);
  if (!judged) return undefined;
  return judged.stdout
    .toString('utf8')
    .split(/^Signature #\d+:$/m)
    .slice(1)
    .map((text) => ({
      field: /Signature Field Name: (.*)/.exec(text)?.[1] ?? '',
      verdict:
        /Signature Validation: (.*)/.exec(text)?.[1] ?? (text.includes(notSigned) ? notSigned : 'unknown'),
    }));
}
