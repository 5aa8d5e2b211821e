/** Prints a document for each standard, as its caller would ask for it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PdfaLevel } from '../../../src/contract/documents.ts';
import { PdfapiError } from '../../../src/index.ts';
import { judgeByVeraPdf, type VeraPdfFlavour } from '../../support/judges/verapdf.ts';

/** What is asked for, and the flavours of veraPDF that judge the result. Each document is printed once for each. */
export const requestedStandards = [
  { name: '2b', options: { pdfa: '2b' as PdfaLevel }, flavours: ['2b'] },
  { name: '3a + UA', options: { pdfa: '3a' as PdfaLevel, pdfua: true }, flavours: ['3a', 'ua1'] },
] as const satisfies readonly {
  name: string;
  options: { pdfa?: PdfaLevel; pdfua?: boolean };
  flavours: readonly VeraPdfFlavour[];
}[];

export type RequestedLevels = (typeof requestedStandards)[number];

/** A file to judge, or why there is none. */
export interface Printed {
  readonly name: string;
  readonly requested: RequestedLevels;
  readonly file?: string | undefined;
  /** The findings of `not_conforming`. */
  readonly rejected?: readonly string[] | undefined;
}

/** Prints, and writes the file into `folder`. Any error but `not_conforming` is thrown. */
export async function printAtLevel(
  name: string,
  requested: RequestedLevels,
  folder: string,
  print: (options: RequestedLevels['options']) => Promise<{ readonly pdf: Uint8Array }>,
): Promise<Printed> {
  try {
    const { pdf } = await print(requested.options);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${name}-${requested.flavours.join('-')}.pdf`);
    writeFileSync(file, pdf);
    return { name, requested, file };
  } catch (error) {
    if (!(error instanceof PdfapiError) || error.code !== 'not_conforming') throw error;
    return { name, requested, rejected: error.errors?.document ?? [] };
  }
}

/** Judges all files, with one process of veraPDF a flavour. Returns a line for each rule that a file breaks. */
export async function judgePrinted(all: readonly Printed[]): Promise<string[]> {
  const lines: string[] = [];
  for (const flavour of ['2b', '3a', 'ua1'] as const) {
    const files = all.flatMap(({ file, requested: { flavours } }) =>
      file !== undefined && flavours.some((each) => each === flavour) ? [file] : [],
    );
    for (const [file, { valid, failures, error }] of await judgeByVeraPdf(files, flavour)) {
      if (!valid && failures.length === 0) lines.push(`${file}: ${error}`);
      for (const { clause, test, count, message, context } of failures) {
        lines.push(`${file}, ${flavour}: ${clause}-${test}, ${count} times: ${message} (${context})`);
      }
    }
  }
  return lines;
}

/** Whether a finding of `not_conforming` says where and why: a clause, and a page or an object or what helps. */
export const isHelpful = (finding: string): boolean =>
  /\((?:page \d+; )?(?:object \d+; )?ISO \d+-\d, [\d.]+, test \d+/.test(finding);
