/** Runs in the thread that cleans a PDF. */
import { serveTasks } from '../workers/serve-tasks.ts';
import { rewriteFile } from './copying/rewrite-file.ts';
import { isDict } from './object.ts';
import { PdfError } from './pdf-error.ts';
import { PdfReader } from './reading/reader.ts';
import { checkPages } from './repair/check-pages.ts';
import type {
  CleanResult,
  CleanTask,
  DrawFields,
  PdfWarning,
  PdfWarningCode,
} from './repair/clean-message.ts';
import { takeOutSignatures } from './repair/take-out-signatures.ts';

const messages: Readonly<Record<PdfWarningCode, string>> = {
  signed: 'The PDF was signed. Its signatures would not be valid for the changed file and were removed.',
  restricted: 'The author of the PDF restricted its use.',
  repaired: 'The PDF was damaged and has been repaired.',
  undrawn: 'Some of its form fields have values that no standard font can draw. The viewer has to draw them.',
  xfa: 'The PDF was also an XFA form. Only its pages and their fields were kept.',
};

async function clean({ pdf, password, drawFields }: CleanTask): Promise<CleanResult> {
  const codes = new Set<PdfWarningCode>();
  const { hasForm, pdf: written } = rewritten(pdf, password, codes);
  const drawn = drawFields && hasForm ? await withFieldsDrawn(written, drawFields, codes) : written;
  checkPages(new PdfReader(drawn));
  const warnings = [...codes].map((code): PdfWarning => ({ code, message: messages[code] }));
  return { pdf: Uint8Array.from(drawn), warnings };
}

interface Rewritten {
  readonly pdf: Uint8Array;
  readonly hasForm: boolean;
}

/**
 * Rewrites everything reachable from the catalog, using the file's own cross-reference table or, if that is damaged,
 * one rebuilt from its contents.
 */
function rewritten(pdf: Uint8Array, password: string | undefined, codes: Set<PdfWarningCode>): Rewritten {
  try {
    return rewrite(new PdfReader(pdf, { password: password ?? '' }), password, codes);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    const isDamaged = error.code === 'malformed' || error.code === 'unsupported' || error.code === 'not_pdf';
    if (!isDamaged) throw error;
  }
  const repaired = rewrite(new PdfReader(pdf, { password: password ?? '', repair: true }), password, codes);
  codes.add('repaired');
  return repaired;
}

function rewrite(file: PdfReader, password: string | undefined, codes: Set<PdfWarningCode>): Rewritten {
  checkPages(file);
  const hasForm = isDict(file.get(file.catalog, 'AcroForm'));
  const isSigned = takeOutSignatures(file);
  const hadXfa = takeOutXfa(file);
  const pdf = rewriteFile(file, { compact: false });
  if (file.isEncrypted && password === undefined) codes.add('restricted');
  if (isSigned) codes.add('signed');
  if (hadXfa) codes.add('xfa');
  return { pdf, hasForm };
}

/** Loads the drawing library only when it is needed. */
async function withFieldsDrawn(
  written: Uint8Array,
  which: DrawFields,
  codes: Set<PdfWarningCode>,
): Promise<Uint8Array> {
  const { drawFields } = await import('./repair/draw-fields.ts');
  const { pdf, undrawn } = await drawFields(written, which);
  if (undrawn.length > 0) codes.add('undrawn');
  return pdf;
}

async function cleanOrReport(task: CleanTask): Promise<CleanResult> {
  try {
    return await clean(task);
  } catch (error) {
    if (error instanceof PdfError) return { error: { code: error.code, message: error.message } };
    // Any unexpected error was caused by the file.
    return { error: { code: 'malformed', message: 'The PDF is damaged and cannot be repaired.' } };
  }
}

/**
 * Removes XFA, the XML version of a form that its fields duplicate. Changes the file in memory and returns whether it
 * had XFA. The caller rejects a form that consists of XFA alone, because it has no pages of its own.
 */
function takeOutXfa(file: PdfReader): boolean {
  return file.dict(file.catalog, 'AcroForm')?.delete('XFA') ?? false;
}

serveTasks(cleanOrReport, { getTransfer: (result) => ('pdf' in result ? [result.pdf.buffer] : []) });
