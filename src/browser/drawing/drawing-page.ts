/** A page of the browser that draws PDFs with pdf.js. It has no network, and no files but these PDFs and pdf.js. */

import { dynamicForm, dynamicFormHint } from '#contract/api/dynamic-form';
import { protectedByCertificates } from '#contract/api/protection';
import { Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';
import { callInPage } from '../cdp/call-in-page.ts';
import { raceAbort } from '../cdp/race-abort.ts';
import type { OpenPage } from '../page/open-page.ts';
import { serveDocument } from '../page/serve-document.ts';
import { type ComparedPages, comparePages } from '../page-scripts/drawing/compare-pages.ts';
import { drawPage, type PageDrawing } from '../page-scripts/drawing/draw-page.ts';
import { closePdf, type OpenedPdf, openPdf } from '../page-scripts/drawing/open-pdf.ts';
import { type DamagedPage, paintPage } from '../page-scripts/drawing/paint-page.ts';
import { readImage } from '../page-scripts/drawing/read-image.ts';
import { readPdfFacts } from '../page-scripts/drawing/read-pdf-facts.ts';
import { drawingFiles, drawingHtml } from './drawing-files.ts';
import type { PdfFacts } from './pdf-facts.ts';

export interface DrawingPage {
  /**
   * Opens a PDF, with one of the passwords if it needs one. Throws `invalid_pdf` for a file that pdf.js cannot read.
   *
   * @example
   * const pdf = await page.open(bytes, { deadline });
   * const { bytes: png } = await pdf.draw({ index: 0, dpi: 150, type: 'image/png' }, deadline);
   */
  open(pdf: Uint8Array, options: OpenOptions): Promise<DrawablePdf>;
  /** Compares the pages of this index (from 0) of two PDFs. Throws `invalid_option` for a page of too many pixels, `invalid_pdf` for a damaged one. */
  compare(
    before: DrawablePdf,
    after: DrawablePdf,
    options: CompareOptions,
    deadline: Deadline,
  ): Promise<PageDifference>;
}

interface CompareOptions {
  readonly index: number;
  readonly dpi: number;
  readonly maxDifference: number;
  readonly keepsImages: boolean;
}

interface PageDifference extends Omit<ComparedPages, 'images'> {
  /** PNG: before, after, and the difference. Only if they differ and are to be kept. */
  readonly images?: readonly [Buffer, Buffer, Buffer];
}

interface OpenOptions {
  /** Tried in this order, after none. Default: none. */
  readonly passwords?: readonly string[] | undefined;
  readonly deadline: Deadline;
}

export interface DrawablePdf {
  /** The name under which the page knows it. */
  readonly name: string;
  readonly pages: number;
  /** Reads what can be compared beside the pixels. Throws `page_failed`. */
  facts(deadline: Deadline): Promise<PdfFacts>;
  /** Throws `invalid_option` for more pixels than `maxPixels`, `invalid_pdf` for a damaged page, and `page_failed`. */
  draw(drawing: Omit<PageDrawing, 'name' | 'maxSide'>, deadline: Deadline): Promise<DrawnPage>;
  close(): Promise<void>;
}

interface DrawnPage {
  readonly bytes: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** WebP has no larger images. Pixels. */
const maxSide = 16_383;

/** The most pixels of a page that is compared: A3 at 300 dpi. */
const maxComparedPixels = 20_000_000;

/** Bytes of an image in one message. */
const pieceBytes = 786_432;

/** Loads pdf.js into an open page. */
export async function loadDrawingPage(
  { session, crashed }: Pick<OpenPage, 'session' | 'crashed'>,
  lost: AbortSignal,
  deadline: Deadline,
): Promise<DrawingPage> {
  const pdfs = new Map<string, Uint8Array>();
  const step = <T>(name: string, work: Promise<T>, until: Deadline): Promise<T> =>
    until.race(name, raceAbort([crashed, lost], work));
  const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
  const load = async () => {
    await session.send('Page.enable');
    await serveDocument(session, { html: drawingHtml, assets: drawingFiles(pdfs) });
    await loaded;
  };
  await step('loading pdf.js', load(), deadline);
  let count = 0;

  return {
    async open(pdf, { passwords = [], deadline: until }) {
      const name = `${++count}.pdf`;
      pdfs.set(name, pdf);
      try {
        const opened = await step('reading the PDF', callInPage(session, openPdf, [name, passwords]), until);
        if ('problem' in opened) throw unreadable(opened);
        return {
          name,
          pages: opened.pages,
          facts: (due) => step('reading the PDF', callInPage(session, readPdfFacts, [name]), due),
          draw: draw(name),
          close: close(name),
        };
      } finally {
        pdfs.delete(name);
      }
    },
    async compare(before, after, { index, dpi, maxDifference, keepsImages }, until) {
      const painting = { index, dpi, maxSide, maxPixels: maxComparedPixels };
      const comparison = {
        before: { ...painting, name: before.name },
        after: { ...painting, name: after.name },
        maxDifference,
        keepsImages,
      };
      const what = `comparing page ${index + 1}`;
      const compared = await step(what, callInPage(session, comparePages, [comparison, paintPage]), until);
      if (!compared) {
        throw new Failure('invalid_option', `Page ${index + 1} is too large to be compared at ${dpi} dpi.`, {
          errors: { dpi: ['must be lower'] },
          hint: 'Compare with a lower --dpi.',
        });
      }
      if ('problem' in compared) throw damaged(index, compared);
      const { images: sizes, ...difference } = compared;
      const [old, now, marked] = await Promise.all(
        sizes.map((size, number) => receive(number, size, what, until)),
      );
      return { ...difference, ...(old && now && marked ? { images: [old, now, marked] } : {}) };
    },
  };

  async function receive(number: number, size: number, what: string, until: Deadline): Promise<Buffer> {
    // Written in place: a picture of noise has 100 MB, which would be there twice while its pieces are joined.
    const image = Buffer.alloc(size);
    for (let start = 0; start < size; start += pieceBytes) {
      const reading = callInPage(session, readImage, [number, start, Math.min(start + pieceBytes, size)]);
      image.write(await step(what, reading, until), start, 'base64');
    }
    return image;
  }

  function draw(name: string): DrawablePdf['draw'] {
    return async (drawing, until) => {
      const what = `drawing page ${drawing.index + 1}`;
      const painting = { ...drawing, name, maxSide };
      const drawn = await step(what, callInPage(session, drawPage, [painting, paintPage]), until);
      if ('problem' in drawn) throw damaged(drawing.index, drawn);
      const { pageSize, width, height, bytes } = drawn;
      if (bytes === undefined) throw tooManyPixels(drawing, pageSize, [width, height]);
      return { bytes: await receive(0, bytes, what, until), width, height };
    };
  }

  function close(name: string): DrawablePdf['close'] {
    return async () => {
      await callInPage(session, closePdf, [name]).catch(() => {});
    };
  }
}

/** The PDF is encrypted, and none of the passwords opens it. */
export class LockedPdf extends Failure {
  constructor() {
    super('invalid_pdf', 'The PDF is encrypted, and no password that was given opens it.');
  }
}

function unreadable({ problem, detail }: Exclude<OpenedPdf, { readonly pages: number }>): Failure {
  if (problem === 'password') return new LockedPdf();
  if (problem === 'dynamic-form') return new Failure('invalid_pdf', dynamicForm, { hint: dynamicFormHint });
  // The words of pdf.js.
  const isByCertificates = /^unknown encryption method/i.test(detail);
  return new Failure(
    'invalid_pdf',
    isByCertificates ? protectedByCertificates : `The PDF cannot be read: ${detail}`,
  );
}

const damaged = (index: number, { problem }: DamagedPage): Failure =>
  new Failure('invalid_pdf', `Page ${index + 1} cannot be drawn: ${problem}`);

function tooManyPixels(
  { index, dpi, maxPixels }: Pick<PageDrawing, 'index' | 'dpi' | 'maxPixels'>,
  [pageWidth, pageHeight]: readonly [number, number],
  [width, height]: readonly [number, number],
): Failure {
  const inches = (points: number) => Number((points / 72).toFixed(1));
  const limits = `at most ${maxSide} pixels on a side and ${maxPixels / 1e6} million in all`;
  const problem = `page ${index + 1} is ${inches(pageWidth)} × ${inches(pageHeight)} inches, and at ${dpi} dpi an image of ${width} × ${height} pixels. An image has ${limits}`;
  const possible = Math.floor(
    Math.min(
      (maxSide * 72) / Math.max(pageWidth, pageHeight),
      72 * Math.sqrt(maxPixels / (pageWidth * pageHeight)),
    ),
  );
  return new Failure('invalid_option', `--dpi ${dpi} is too much: ${problem}.`, {
    errors: { dpi: [`It is too much: ${problem}.`] },
    hint: possible > 0 ? `This page can be drawn with --dpi ${possible}.` : undefined,
  });
}
