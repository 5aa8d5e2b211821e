/** The thread's own script: one order, one answer. The only file that loads the library. */
import { parentPort } from 'node:worker_threads';
import { EncryptedPDFError, PDFDict, PDFDocument, PDFName, PDFNumber, type PDFRef } from '@cantoo/pdf-lib';
import { checkPages } from './cleaning/check-pages.ts';
import { checkUnpackedSize } from './cleaning/check-unpacked-size.ts';
import type { CleanAnswer, CleanOrder, PdfWarning, PdfWarningCode } from './cleaning/clean-order.ts';
import { drawFields } from './cleaning/draw-fields.ts';
import { recodeContents } from './cleaning/recode-contents.ts';
import { PdfError } from './pdf-error.ts';
import { PdfReader } from './reading/reader.ts';

parentPort?.once('message', (order: CleanOrder) => {
  void clean(order).then((answer) => {
    parentPort?.postMessage(answer, 'pdf' in answer ? [answer.pdf.buffer] : []);
  });
});

const messages: Readonly<Record<PdfWarningCode, string>> = {
  signed: 'The PDF was signed. Its signatures do not hold for a changed file and were taken out.',
  restricted: 'The author of the PDF restricted what may be done with it.',
  repaired: 'The PDF was damaged and has been repaired.',
  xfa: 'The PDF was an XFA form too. Only its pages and their fields were kept.',
};

async function clean({ pdf, password, drawFields: fields }: CleanOrder): Promise<CleanAnswer> {
  try {
    const codes = new Set<PdfWarningCode>();
    checkHeader(pdf);
    checkUnpackedSize(pdf);
    const document = await load(pdf, password, codes);
    const file = strictReader(pdf);
    if (file instanceof PdfReader) takeOutDeleted(document, file);
    else if (file === 'damaged' && !codes.has('restricted') && password === undefined) codes.add('repaired');
    recodeContents(document);
    if (takeOutSignatures(document)) codes.add('signed');
    if (takeOutXfa(document)) codes.add('xfa');
    if (fields) drawFields(document);
    const saved = Uint8Array.from(
      await document.save({ updateFieldAppearances: false, addDefaultPage: false }),
    );
    checkPages(new PdfReader(saved));
    const warnings = [...codes].map((code): PdfWarning => ({ code, message: messages[code] }));
    return { pdf: saved, warnings };
  } catch (error) {
    if (error instanceof PdfError) return { error: { code: error.code, message: error.message } };
    // Whatever the library stumbled over was in the file.
    return { error: { code: 'malformed', message: 'The PDF is damaged and cannot be repaired.' } };
  }
}

function checkHeader(pdf: Uint8Array): void {
  const start = Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(pdf.length, 1024));
  if (!start.includes('%PDF-')) throw new PdfError('not_pdf', 'This is not a PDF: it has no %PDF header.');
}

async function load(
  pdf: Uint8Array,
  password: string | undefined,
  codes: Set<PdfWarningCode>,
): Promise<PDFDocument> {
  const options = { updateMetadata: false };
  try {
    return await PDFDocument.load(pdf, options);
  } catch (error) {
    if (!(error instanceof EncryptedPDFError)) throw error;
  }
  try {
    const document = await PDFDocument.load(pdf, { ...options, password: password ?? '' });
    if (password === undefined) codes.add('restricted');
    return document;
  } catch (error) {
    if (!/password/i.test(String(error))) throw error;
    const message =
      password === undefined ? 'The PDF is protected by a password.' : 'The password of the PDF is wrong.';
    throw new PdfError('encrypted', message, { cause: error });
  }
}

/** Damaged: it does not find the pages, or what they draw with. Undefined for what it cannot read at all. */
function strictReader(pdf: Uint8Array): PdfReader | 'damaged' | undefined {
  try {
    const file = new PdfReader(pdf);
    checkPages(file);
    return file;
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return error.code === 'malformed' ? 'damaged' : undefined;
  }
}

/** The library goes through the whole file and takes what was deleted, and is still named somewhere, for there. */
function takeOutDeleted({ context }: PDFDocument, file: PdfReader): void {
  for (const [ref] of context.enumerateIndirectObjects()) if (isDeleted(file, ref)) context.delete(ref);
}

function isDeleted(file: PdfReader, { objectNumber, generationNumber }: PDFRef): boolean {
  try {
    return !file.has(objectNumber, generationNumber);
  } catch (error) {
    // The table is damaged where nothing that pages need stands.
    if (error instanceof PdfError) return false;
    throw error;
  }
}

/** What says that the file was signed, and the signatures themselves; fields and their looks stay. */
function takeOutSignatures({ catalog, context }: PDFDocument): boolean {
  let signed = false;
  for (const key of ['Perms', 'DSS']) {
    if (catalog.delete(PDFName.of(key))) signed = true;
  }
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || object.get(PDFName.of('FT')) !== PDFName.of('Sig')) continue;
    if (object.delete(PDFName.of('V'))) signed = true;
  }
  const form = catalog.lookup(PDFName.of('AcroForm'));
  if (signed && form instanceof PDFDict) form.set(PDFName.of('SigFlags'), PDFNumber.of(0));
  return signed;
}

/** A form that has nothing but XFA is refused by whoever uses the file: it has no pages of its own. */
function takeOutXfa({ catalog }: PDFDocument): boolean {
  const form = catalog.lookup(PDFName.of('AcroForm'));
  return form instanceof PDFDict && form.delete(PDFName.of('XFA'));
}
