/**
 * Bundles the scripts of the pages for browsers: one of each page, and pdfme's Designer and CodeMirror, each with the
 * studio's own code. As published on npm, the Designer is 38 packages of 107 MB; bundling avoids installing them with
 * pdfapi.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { licences } from './licences.ts';
import { outputFolder } from './output-folder.ts';

const folder = `${outputFolder}/studio`;

/**
 * Replacements for modules that the studio never uses: drawing PDFs (`template/pdfme` does it), converting PDFs to images
 * (pdf.js does it), parsing expressions, and unpacking WOFF2.
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
  /** The number of occurrences of `from`. Default: 1. */
  readonly times?: number;
}

const designerChanges: readonly Change[] = [
  // Disable the evaluator of `{expressions}`, which would run code from a template. Texts stay unchanged.
  {
    from: 'var replacePlaceholders = (arg) => {',
    to: 'var replacePlaceholders = ({ content }) => content; var neverCalled = (arg) => {',
  },
  // Undo and redo do not notify listeners, so their result would be lost at the next save. They also record one page
  // and restore it into whichever page is visible. Record all pages instead, and restore them only while the number of
  // pages is unchanged.
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
  // The Designer reloads its own template when its size changes, which clears the selection. Skip that reload.
  {
    from: 'this.template = template;\n\t\t\t\t\tthis.template.pdfmeVersion',
    to: 'this.template = template;\nownTemplates.add(template);\nthis.template.pdfmeVersion',
    times: 2,
  },
  {
    from: 'setPrevTemplate(template);\n\t\tupdateTemplate(template, true);',
    to: 'setPrevTemplate(template);\nif (!ownTemplates.has(template)) updateTemplate(template, true);',
  },
  // The right panel takes 400 pixels. 300 pixels leave room for the PDF beside it.
  // If the width does not suffice for both, for example on a phone, the panel goes below the PDF.
  {
    from: 'const canvasWidth = size.width - 45;',
    to: 'const canvasWidth = size.width - 45;\nconst isNarrow = size.width < narrowWidth;',
  },
  {
    from: 'width: Math.max(sidebarOpen ? canvasWidth - 400 : canvasWidth, 0),\n\t\theight: size.height\n\t}), [',
    to: 'width: Math.max(sidebarOpen && !isNarrow ? canvasWidth - 300 : canvasWidth, 0),\nheight: isNarrow && sidebarOpen ? size.height / 2 : size.height\n}), [isNarrow,',
  },
  { from: 'canvasWidth - 400 >= MIN_CANVAS_WIDTH', to: 'canvasWidth - 300 >= MIN_CANVAS_WIDTH' },
  {
    from: 'marginRight: sidebarOpen ? 400 : 0',
    to: 'marginRight: sidebarOpen ? 300 : 0',
  },
  {
    from: 'const { sidebarOpen, setSidebarOpen, activeElements, schemas } = props;',
    to: 'const { sidebarOpen, setSidebarOpen, activeElements, schemas, size } = props;\nconst isBelow = sidebarOpen && size.width < narrowWidth;',
  },
  {
    from: 'height: "100%",\n\t\t\twidth: sidebarOpen ? 400 : 0',
    to: 'top: isBelow ? "100%" : 0,\nheight: "100%",\nwidth: isBelow ? size.width : sidebarOpen ? 300 : 0',
  },
  {
    from: 'width: 400,\n\t\t\t\theight: "100%"',
    to: 'width: isBelow ? "100%" : 300,\nheight: "100%"',
  },
  // Each tool is a button inside a button, without an accessible name. Keep the inner one only: the key that picks up
  // the tool bubbles to the listeners of the outer element.
  {
    from: '...listeners,\n\t\t...attributes,\n\t\tchildren: [isDragging',
    to: '...listeners,\n\t\tchildren: [isDragging',
  },
  {
    from: 'children: props.children\n\t\t})]',
    to: 'children: import_react$9.cloneElement(props.children, { "aria-describedby": attributes["aria-describedby"] })\n\t\t})]',
  },
  {
    from: 'className: DESIGNER_CLASSNAME + "plugin-" + pluginType,',
    to: 'className: DESIGNER_CLASSNAME + "plugin-" + pluginType, title: label, "aria-label": label,',
  },
  {
    from: 'className: DESIGNER_CLASSNAME + "sidebar-toggle",',
    to: 'className: DESIGNER_CLASSNAME + "sidebar-toggle", title: sidebarOpen ? "Hide the panel" : "Show the panel", "aria-label": sidebarOpen ? "Hide the panel" : "Show the panel",',
  },
  {
    from: 'className: UI_CLASSNAME + "context-menu",',
    to: 'className: UI_CLASSNAME + "context-menu", title: "Pages", "aria-label": "Pages",',
  },
  {
    from: '...listeners,\n\t\t\t\t\tstyle: {\n\t\t\t\t\t\tdisplay: "flex",',
    to: '...listeners, title: "Move", "aria-label": "Move " + (title || ""),\n\t\t\t\t\tstyle: {\n\t\t\t\t\t\tdisplay: "flex",',
  },
  // Only a click selects an element of the list. Make Enter select it too.
  {
    from: 'title: title || "",\n\t\t\t\t\tchildren: status',
    to: 'title: title || "", ...onClick && { role: "button", tabIndex: 0, onKeyDown: ({ key }) => { if (key === "Enter") onClick(); } },\n\t\t\t\t\tchildren: status',
  },
  // The canvas scrolls, so it must be reachable by keyboard.
  {
    from: 'className: DESIGNER_CLASSNAME + "canvas",',
    to: 'className: DESIGNER_CLASSNAME + "canvas", tabIndex: 0, role: "region", "aria-label": "Design",',
  },
  {
    from: 'var BACKGROUND_COLOR = "rgb(74, 74, 74)";',
    to: 'var BACKGROUND_COLOR = "light-dark(#4a4a4a, #121417)";',
  },
  // Options are cloned, and functions cannot be cloned, so a flag selects the dark theme.
  {
    from: 'if (options.theme) theme = deepMerge(theme, options.theme);',
    to: 'if (options.theme) theme = deepMerge(theme, options.theme); formTheme = theme; if (options.theme?.isDark) { formTheme = { ...theme, algorithm: [derivative, derivative$1] }; theme = { ...theme, algorithm: theme_default.darkAlgorithm }; }',
  },
  // The form of the panel has a separate provider (antd 5; the rest uses antd 6), which would stay light.
  {
    from: 'createElement(ConfigProvider, Object.assign({}, configProvider, {\n\t\t\tlocale: langPack,',
    to: 'createElement(ConfigProvider, Object.assign({}, configProvider, {\ntheme: formTheme, locale: langPack,',
  },
  // An element with the name of a value in the data prints that value.
  {
    from: 'name: newSchemaName(i18n("field")),',
    to: '...ownData.named(defaultSchema, newSchemaName(i18n("field"))),',
  },
  {
    from: 'set$3(tgt, key, value);\n\t\tif (key === "type")',
    to: 'set$3(tgt, key, value);\nif (key === "name") Object.assign(tgt, ownData.named(tgt, value));\n\t\tif (key === "type")',
  },
  {
    from: 'className: DESIGNER_CLASSNAME + "back-button",',
    to: 'className: DESIGNER_CLASSNAME + "back-button", title: "List of fields", "aria-label": "List of fields",',
  },
  {
    from: 'className: DESIGNER_CLASSNAME + "align-" + btn.id,',
    to: 'className: DESIGNER_CLASSNAME + "align-" + btn.id, title: alignNames[btn.id], "aria-label": alignNames[btn.id],',
  },
  {
    from: 'type: active ? "primary" : void 0,\n\t\t\tghost: active,',
    to: 'type: active ? "primary" : void 0, title: formatName(btn), "aria-label": formatName(btn), "aria-pressed": active,\nghost: active,',
  },
  {
    from: 'className: UI_CLASSNAME + "page-prev",',
    to: 'className: UI_CLASSNAME + "page-prev", title: "Previous page", "aria-label": "Previous page",',
  },
  {
    from: 'className: UI_CLASSNAME + "page-next",',
    to: 'className: UI_CLASSNAME + "page-next", title: "Next page", "aria-label": "Next page",',
  },
  // The delete button reacts to the mouse only, through the listener of the canvas.
  {
    from: 'var DeleteButton = ({ activeElements: aes, controlScale }) => {',
    to: 'var DeleteButton = ({ activeElements: aes, controlScale, onRemove }) => {',
  },
  {
    from: 'className: DESIGNER_CLASSNAME + "delete-button",',
    to: 'className: DESIGNER_CLASSNAME + "delete-button", title: "Delete", "aria-label": "Delete", onClick: onRemove,',
  },
  {
    from: 'DeleteButton, {\n\t\t\t\t\tactiveElements,',
    to: 'DeleteButton, {\nonRemove: () => removeSchemas(activeElements.map(({ id }) => id)),\nactiveElements,',
  },
  // A select without a role must not have `aria-required`.
  {
    from: 'var select_default = withFieldWrap_default(Select);',
    to: 'var select_default = withFieldWrap_default(Select, ["addons", "schema", "dependValues", "aria-required"]);',
  },
  // The text beside a checkbox is not its label.
  {
    from: 'fieldProps.title = label;',
    to: 'fieldProps.title = label;\nfieldProps["aria-label"] = schema.title;',
  },
];

/** Variables that the changes above use. */
const ownParts = `
var ownTemplates = new WeakSet();
var ownData = { named: (schema, name) => ({ name }) };
var formTheme;
/** In CSS pixels. A narrower Designer has its panel below the canvas. */
var narrowWidth = 600;
var alignNames = {
  left: 'Align left', center: 'Align center', right: 'Align right',
  top: 'Align top', middle: 'Align middle', bottom: 'Align bottom',
  vertical: 'Distribute vertically', horizontal: 'Distribute horizontally',
};
var formatName = ({ type, key, value }) =>
  type === 'boolean'
    ? key[0].toUpperCase() + key.slice(1)
    : (key === 'verticalAlignment' ? 'Vertical alignment: ' : 'Alignment: ') + value;
export { ownData };
`;

const changed: Plugin = {
  name: 'the Designer, changed',
  setup({ onLoad }) {
    onLoad({ filter: /@pdfme\/ui\/dist\/index\.js$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8');
      for (const { from, to, times = 1 } of designerChanges) {
        const parts = contents.split(from);
        if (parts.length !== times + 1) {
          throw new Error(`pdfme's Designer has changed: this replacement no longer applies: ${from}`);
        }
        contents = parts.join(to);
      }
      return { contents: `${withoutFonts(contents)}${ownParts}`, loader: 'js' };
    });
    onLoad({ filter: /@pdfme\/common\/dist\/index\.js$/ }, ({ path }) => ({
      contents: withoutFonts(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
  },
};

/** Removes the default font, which is embedded as text twice. The studio always provides its own font. */
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

/** What several pages load stays in a file beside theirs, and is fetched when it is needed. */
const separate: Plugin = {
  name: 'beside the pages',
  setup({ onResolve }) {
    onResolve({ filter: /^pdfjs-dist$|\/(?:designer|code-editor)(?:\.ts)?$/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      return {
        path: path === 'pdfjs-dist' ? './pdfjs/pdf.mjs' : `./${basename(path, '.ts')}.js`,
        external: true,
      };
    });
  },
};

const common: BuildOptions & { metafile: true } = {
  outdir: folder,
  bundle: true,
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  metafile: true,
  define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  logLevel: 'warning',
};
const designer = await build({
  ...common,
  entryPoints: ['src/studio/page/designer.ts'],
  plugins: [separate, without, changed],
});
const codeEditor = await build({ ...common, entryPoints: ['src/studio/page/code-editor.ts'] });
await build({
  ...common,
  entryPoints: ['src/server/studio/page/studio.ts', 'src/cli/commands/dev/page/preview.ts'],
  entryNames: '[name]',
  plugins: [separate],
});
for (const [name, { metafile }] of Object.entries({ designer, 'code-editor': codeEditor })) {
  writeFileSync(`${folder}/${name}.LICENSES.txt`, licences(Object.keys(metafile.inputs)));
}
