/**
 * pdfme's Designer, with what of ours it needs, as one file for browsers. It is 38 packages of 107 MB as npm brings
 * it; here nothing of it is installed with us.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import { licences } from './licences.ts';
import { outputFolder } from './output-folder.ts';

const folder = `${outputFolder}/studio`;

/**
 * What the studio never does: draw PDFs (`core/editor` does), turn PDFs into pictures (pdf.js does), unpack WOFF2.
 */
const leftOut: Readonly<Record<string, string>> = {
  '@pdfme/converter': 'export const pdf2img = undefined, pdf2size = undefined;',
  '@pdfme/pdf-lib': 'module.exports = {};',
  acorn: 'module.exports = {};',
  'brotli/decompress.js': 'module.exports = {};',
};

interface Change {
  readonly from: string;
  readonly to: string;
  /** How often it stands there. Default: 1. */
  readonly times?: number;
}

const designerChanges: readonly Change[] = [
  // Its evaluator of `{expressions}`, which would run what stands in a template: texts stay as they are.
  {
    from: 'var replacePlaceholders = (arg) => {',
    to: 'var replacePlaceholders = ({ content }) => content; var neverCalled = (arg) => {',
  },
  // Undo and redo tell nobody, and would be lost at the next save. They keep what a page had, and put it into whichever
  // page is seen: kept are all pages, and gone back to while there are as many.
  {
    from: 'past.current.push(cloneDeep$1(schemasList[pageCursor]));\n\t\tconst _schemasList',
    to: 'past.current.push(cloneDeep$1(schemasList));\n\t\tconst _schemasList',
  },
  {
    from: [
      'if (stack.current.length <= 0) return;',
      '(isUndo ? future : past).current.push(cloneDeep$1(schemasList[pageCursor]));',
      'const s = cloneDeep$1(schemasList);',
      's[pageCursor] = stack.current.pop();',
      'setSchemasList(s);',
    ].join('\n\t\t\t'),
    to: [
      'if (stack.current.at(-1)?.length !== schemasList.length) return;',
      '(isUndo ? future : past).current.push(cloneDeep$1(schemasList));',
      'const s = stack.current.pop();',
      'setSchemasList(s);',
      'onSaveTemplate(schemasList2template(s, template.basePdf));',
    ].join('\n'),
  },
  // What it has made itself is loaded again when its size changes, and whatever was chosen is chosen no more.
  {
    from: 'this.template = template;\n\t\t\t\t\tthis.template.pdfmeVersion',
    to: 'this.template = template;\nownTemplates.add(template);\nthis.template.pdfmeVersion',
    times: 2,
  },
  {
    from: 'setPrevTemplate(template);\n\t\tupdateTemplate(template, true);',
    to: 'setPrevTemplate(template);\nif (!ownTemplates.has(template)) updateTemplate(template, true);',
  },
  // The panel at the right takes 400 pixels, and a PDF is to have room beside it.
  { from: 'sidebarOpen ? 400 : 0', to: 'sidebarOpen ? 300 : 0', times: 2 },
  { from: 'canvasWidth - 400', to: 'canvasWidth - 300', times: 2 },
  { from: 'width: 400,\n\t\t\t\theight: "100%"', to: 'width: 300,\n\t\t\t\theight: "100%"' },
];

const changed: Plugin = {
  name: 'the Designer, changed',
  setup({ onLoad }) {
    onLoad({ filter: /@pdfme\/ui\/dist\/index\.js$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8');
      for (const { from, to, times = 1 } of designerChanges) {
        const parts = contents.split(from);
        if (parts.length !== times + 1) {
          throw new Error(`pdfme's Designer is another one than was changed; look again at: ${from}`);
        }
        contents = parts.join(to);
      }
      return { contents: `${withoutFonts(contents)}\nvar ownTemplates = new WeakSet();\n`, loader: 'js' };
    });
    onLoad({ filter: /@pdfme\/common\/dist\/index\.js$/ }, ({ path }) => ({
      contents: withoutFonts(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
  },
};

/** The one that it brings stands in it as text, twice; it is always given ours. */
const withoutFonts = (text: string): string => text.replace(/"data:font\/ttf;base64,[^"]+"/g, '""');

const without: Plugin = {
  name: 'left out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /.*/ }, ({ path }) =>
      Object.hasOwn(leftOut, path) ? { path, namespace: 'left out' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'left out' }, ({ path }) => ({
      contents: leftOut[path] ?? '',
      loader: 'js',
    }));
  },
};

const { metafile } = await build({
  entryPoints: ['src/studio/page/designer.js'],
  outdir: folder,
  bundle: true,
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  metafile: true,
  external: ['./pdfjs/pdf.mjs'],
  define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  plugins: [without, changed],
  logLevel: 'warning',
});
writeFileSync(`${folder}/designer.LICENSES.txt`, licences(Object.keys(metafile.inputs)));
