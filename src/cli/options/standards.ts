/** `--pdfa`, `--pdfua` and `--e-invoice`: the standards that a PDF must conform to. */
import { readFile } from 'node:fs/promises';
import { didYouMean } from '#contract/did-you-mean';
import { pdfaLevels, pdfuaParts, type StandardsSettings } from '#contract/documents';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';

export interface StandardsOptions {
  readonly pdfa?: string;
  readonly pdfua?: string;
  /** The path of an XML file. */
  readonly eInvoice?: string;
}

/** Throws `usage` for an unknown level or part. */
export function readStandards({ pdfa, pdfua }: StandardsOptions): Required<StandardsSettings> {
  return {
    pdfa: pdfa === undefined ? undefined : parseLevel(pdfa),
    pdfua: pdfua === undefined ? undefined : parsePart(pdfua),
  };
}

/**
 * The words of a command line, with the part after each `--pdfua` that has none: commander would take the next word, such as
 * the name of a file.
 */
export function withPdfuaPart(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return argv.map((word, i) => {
    const isFlag = word === '--pdfua' && (end < 0 || i < end);
    return isFlag && findPart(argv[i + 1] ?? '') === undefined ? '--pdfua=1' : word;
  });
}

/** `PDF/A-3a`, `pdfa-3a` and `3A` → `3a`; `PDF/UA-1` → `ua1`, `PDF/A-4` → `4`. */
export const shortLevel = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^pdf\/?(?:a-?(?=\d)|(?=ua))/, '')
    .replace(/^ua-?([12])$/, 'ua$1');

function parseLevel(text: string): StandardsSettings['pdfa'] {
  const level = pdfaLevels.find((known) => known === shortLevel(text));
  if (level) return level;
  throw new Failure('usage', `--pdfa "${text}" is unknown.${didYouMean(text, pdfaLevels)}`, {
    hint: `Levels: ${pdfaLevels.join(', ')}.`,
  });
}

const findPart = (text: string) =>
  pdfuaParts.find((known) => [`${known}`, `ua${known}`].includes(shortLevel(text)));

/** `2`, `ua2` and `PDF/UA-2` → 2. */
function parsePart(text: string): StandardsSettings['pdfua'] {
  const part = findPart(text);
  if (part) return part;
  throw new Failure('usage', `--pdfua "${text}" is unknown.`, { hint: `Parts: ${pdfuaParts.join(', ')}.` });
}

/** The XML of `--e-invoice`. Throws `file_unreadable`, and `invalid_e_invoice` for a file that is not UTF-8. */
export async function readEInvoice({ eInvoice: file }: StandardsOptions): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const bytes = await readFile(file).catch((error) => {
    throw fileFailure('file_unreadable', file, error);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Failure('invalid_e_invoice', `${file} is not text in UTF-8.`, { cause });
  }
}
