/** Prints a document for each standard, as its caller would ask for it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { PdfaLevel, Pdfua } from '../../../src/contract/documents.ts';
import { openRenderer, PdfapiError, type Renderer } from '../../../src/index.ts';
import { judgeByVeraPdf, type VeraPdfFlavour } from '../../support/judges/verapdf.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';

export interface JudgedDocuments {
  /** For the files to judge. `PDFAPI_TEST_KEEP` names one that is kept. */
  readonly folder: string;
  /** Open while tests run. */
  readonly renderer: Renderer;
}

/** Opens a renderer for the tests of a `describe`, and removes the files after them. */
export function openForJudges(prefix: string, workers: number): JudgedDocuments {
  const kept = process.env.PDFAPI_TEST_KEEP;
  const folder = kept ?? mkdtempSync(join(tmpdir(), prefix));
  let opened: Renderer | undefined;
  beforeAll(async () => {
    const { sandbox } = browserOptions;
    opened = await openRenderer({ browserPath: otherBrowser, sandbox, workers, timeoutMs: 120_000 });
  });
  afterAll(async () => {
    await opened?.close();
    if (!kept) rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    get renderer() {
      if (!opened) throw new Error('The renderer is open only while tests run.');
      return opened;
    },
  };
}

/** What is asked for, and the flavours of veraPDF that judge the result. Each document is printed once for each. */
export const requestedStandards = [
  { name: '2b', options: { pdfa: '2b' as PdfaLevel }, flavours: ['2b'] },
  {
    name: '4 + UA-2',
    options: { pdfa: '4' as PdfaLevel, pdfua: 2 as const },
    flavours: ['4', 'ua2', 'wt1a', 'wt1r'],
  },
  { name: '3a + UA', options: { pdfa: '3a' as PdfaLevel, pdfua: true }, flavours: ['3a', 'ua1'] },
] as const satisfies readonly {
  name: string;
  options: { pdfa?: PdfaLevel; pdfua?: Pdfua };
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
  for (const flavour of ['2b', '3a', 'ua1', '4', 'ua2', 'wt1a', 'wt1r'] as const) {
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
  /\((?:page \d+; )?(?:object \d+; )?ISO [\d-]+, (?:Table 5\. \w+-\w+|[\d.]+), test \d+/.test(finding);
