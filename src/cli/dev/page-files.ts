/** The files of the page: its own, and pdf.js, which draws the PDF. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface PageFile {
  readonly type: string;
  read(): Promise<Uint8Array>;
}

/** HTML, CSS and JavaScript are not compiled: they lie beside the sources, also for what runs from `dist`. */
const folder = new URL('../../../src/cli/dev/page/', import.meta.url);

const own = (name: string, type: string): PageFile => ({
  type: `${type}; charset=utf-8`,
  read: () => readFile(fileURLToPath(new URL(name, folder))),
});

/** `npm run build` has put it into `dist`; see `build/copy-pdfjs.ts`. */
const ofPdfJs = (name: string): PageFile => ({
  type: 'text/javascript; charset=utf-8',
  read: () => readFile(fileURLToPath(new URL(`../../../dist/pdfjs/${name}`, import.meta.url))),
});

/** By the path of their address. */
export const pageFiles: ReadonlyMap<string, PageFile> = new Map([
  ['/', own('preview.html', 'text/html')],
  ['/preview.css', own('preview.css', 'text/css')],
  ['/preview.js', own('preview.js', 'text/javascript')],
  ['/editor.js', own('editor.js', 'text/javascript')],
  ['/pages.js', own('pages.js', 'text/javascript')],
  ['/splitter.js', own('splitter.js', 'text/javascript')],
  ['/pdfjs/pdf.mjs', ofPdfJs('pdf.min.mjs')],
  ['/pdfjs/pdf.worker.mjs', ofPdfJs('pdf.worker.min.mjs')],
]);
