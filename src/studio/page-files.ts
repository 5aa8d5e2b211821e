/** The files that the studio's pages consist of: their own, the Designer, pdf.js and fonts. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { builtFile, ownFontsFolder } from '../core/built-file.ts';

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

/** Describes a file below a folder. Its extension determines the type. */
export const pageFile = (folder: URL, name: string): PageFile => ({
  type: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
  read: () => readFile(fileURLToPath(new URL(name, folder))),
});

/** Like `pageFile`, for a script of the build, which is stored compressed. */
export const builtPageFile = (path: string): PageFile => ({
  ...pageFile(builtFile('./'), path),
  read: async () => unpack(await readFile(fileURLToPath(builtFile(`${path}.br`)))),
});

/** The language is loaded when an editor asks for its words. */
async function vocabulary(): Promise<Uint8Array> {
  const { completionVocabulary } = await import('./completion-vocabulary.ts');
  return Buffer.from(JSON.stringify(completionVocabulary()));
}

const unpack = promisify(brotliDecompress);

/** HTML and CSS are not compiled. Code that runs from `dist` also reads them from the sources. */
const own = new URL('../../src/studio/page/', import.meta.url);

/** The files by the names under which the pages request them, all in one folder. */
export const studioFiles: ReadonlyMap<string, PageFile> = new Map([
  ['page.css', pageFile(own, 'page.css')],
  ['vocabulary.json', { type: 'application/json; charset=utf-8', read: vocabulary }],
  ['code-editor.css', pageFile(own, 'code/code-editor.css')],
  ['code-editor.js', builtPageFile('studio/code-editor.js')],
  ['designer.js', builtPageFile('studio/designer.js')],
  ['pdfjs/pdf.mjs', builtPageFile('pdfjs/pdf.min.mjs')],
  ['pdfjs/pdf.worker.mjs', builtPageFile('pdfjs/pdf.worker.min.mjs')],
  ...['Regular', 'Bold', 'Italic', 'BoldItalic'].map(
    (style) => [`fonts/OpenSans-${style}.ttf`, pageFile(ownFontsFolder, `OpenSans-${style}.ttf`)] as const,
  ),
]);
