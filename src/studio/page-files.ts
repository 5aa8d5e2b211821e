/** The files that the studio's pages consist of: their own, the Designer, pdf.js and fonts. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { builtFile, sourceFile } from '#runtime/built-file';

export interface PageFile {
  readonly type: string;
  read(): Promise<Uint8Array>;
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  ttf: 'font/ttf',
};

const typeOf = (path: string): string =>
  types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** A file that is not compiled, such as HTML and CSS, by its path in `src`. */
export const pageFile = (path: string): PageFile => ({
  type: typeOf(path),
  read: () => readFile(sourceFile(path)),
});

/** A script of the build, which is stored compressed, by its path in `dist`. */
export const builtPageFile = (path: string): PageFile => ({
  type: typeOf(path),
  read: async () => unpack(await readFile(builtFile(`${path}.br`))),
});

/** The language is loaded when an editor asks for its words. */
async function vocabulary(): Promise<Uint8Array> {
  const { completionVocabulary } = await import('./completion-vocabulary.ts');
  return Buffer.from(JSON.stringify(completionVocabulary()));
}

const unpack = promisify(brotliDecompress);

/** The files by the names under which the pages request them, all in one folder. */
export const studioFiles: ReadonlyMap<string, PageFile> = new Map([
  ['page.css', pageFile('studio/page/page.css')],
  ['vocabulary.json', { type: 'application/json; charset=utf-8', read: vocabulary }],
  ['code-editor.css', pageFile('studio/page/code/code-editor.css')],
  ['code-editor.js', builtPageFile('studio/code-editor.js')],
  ['designer.js', builtPageFile('studio/designer.js')],
  ['pdfjs/pdf.mjs', builtPageFile('pdfjs/pdf.min.mjs')],
  ['pdfjs/pdf.worker.mjs', builtPageFile('pdfjs/pdf.worker.min.mjs')],
  ...['Regular', 'Bold', 'Italic', 'BoldItalic'].map(
    (style) => [`fonts/OpenSans-${style}.ttf`, builtPageFile(`fonts/OpenSans-${style}.ttf`)] as const,
  ),
]);
