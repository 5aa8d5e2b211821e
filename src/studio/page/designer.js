/**
 * pdfme's Designer on the files of a template. The build makes one file of this and all that it needs, which is
 * loaded only when such a template is opened: `build/bundle-studio.ts`.
 */
import { Designer, ownData } from '@pdfme/ui';
import { editorFonts } from '../../core/pdfme/draw/editor-fonts.ts';
import { openDesign } from '../open-design.ts';
import { saveDesign } from '../save-design.ts';
import { startBackdrop } from './backdrop.js';
import { elementPlugins } from './element-plugins.js';
import { namedElement } from './named-element.js';

export { fromPdfme } from '../from-pdfme.ts';

const decoder = new TextDecoder();

/** `onChange` is called after every change by the user. `dataText` returns the sample data as JSON, if there is any. */
export async function startDesigner(container, { onChange, dataText }) {
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  ownData.named = (schema, name) => namedElement(schema, name, dataText?.());
  const backdrop = startBackdrop();
  keepKeysApart(container);
  let designer;
  let open;
  let page;
  let isLoading = false;

  /** The elements as they are now. */
  let current;

  const take = (schemas) => {
    if (isLoading) return;
    current = schemas;
    onChange();
  };

  /** Throws where `editor.json` is no JSON or has no page. */
  async function load(files) {
    const opened = openDesign(decoder.decode(files.get('editor.json')), files);
    if (opened.shown.schemas.length === 0) throw new Error('"schemas" has no page.');
    const font = await loadFonts(files);
    isLoading = true;
    try {
      const template = copy(opened.shown);
      if (designer) {
        designer.updateOptions({ font, theme: themeFor(darkness) });
        designer.updateTemplate(template);
      } else {
        designer = new Designer({
          domContainer: container,
          template,
          plugins: elementPlugins,
          // Slightly smaller than the available room, because the Designer has a bar at its foot.
          options: { font, lang: 'en', zoomLevel: 0.93, theme: themeFor(darkness) },
        });
        designer.onChangeTemplate(({ schemas }) => take(schemas));
        // What undo and redo leave, and its Ctrl+S: saving is for the page to decide.
        designer.onSaveTemplate(({ schemas }) => {
          if (JSON.stringify(schemas) !== JSON.stringify(current)) take(schemas);
        });
      }
    } finally {
      isLoading = false;
    }
    open = opened;
    current = opened.shown.schemas;
    page = undefined;
    backdrop.show(pageSetting(), files.get('base.pdf'));
  }

  /** Path → bytes of what differs from the files that were loaded. */
  function changes() {
    const { text, pictures } = saveDesign(open, current, page);
    return new Map([...pictures, ['editor.json', new TextEncoder().encode(text)]]);
  }

  const pageSetting = () => page ?? open.page;

  function setPage(next) {
    page = next;
    const { width, height } = next;
    const basePdf = { width, height, padding: [0, 0, 0, 0] };
    isLoading = true;
    try {
      designer.updateTemplate(copy({ schemas: current, basePdf }));
    } finally {
      isLoading = false;
    }
    backdrop.place(next);
    onChange();
  }

  darkness.addEventListener('change', () => designer?.updateOptions({ theme: themeFor(darkness) }));

  return { load, changes, pageSetting, setPage };
}

/**
 * The Designer listens to the whole document: a key that is pressed elsewhere, or while it is not seen, would delete
 * or move what is chosen in it.
 */
function keepKeysApart(container) {
  document.body.addEventListener('keydown', (event) => {
    const { target, ctrlKey, metaKey, key } = event;
    const isHere = target === document.body || container.contains(target);
    const isSaving = (ctrlKey || metaKey) && key === 's';
    if (!isSaving && !(isHere && container.checkVisibility())) event.stopPropagation();
  });
}

const copy = (value) => JSON.parse(JSON.stringify(value));

/** The colours of `page.css`, for the parts that antd draws. */
const themeFor = ({ matches: isDark }) => ({
  isDark,
  token: {
    fontFamily: 'system-ui, sans-serif',
    colorPrimary: isDark ? '#7db8f5' : '#0b5cad',
    colorBgLayout: isDark ? '#202327' : '#f5f5f5',
    colorBgContainer: isDark ? '#202327' : '#ffffff',
    colorTextPlaceholder: isDark ? '#9aa4af' : '#5b646e',
    colorTextDescription: isDark ? '#9aa4af' : '#5b646e',
  },
});

/** File → its bytes, loading or loaded. */
const own = new Map();

/** Returns the fonts that the renderer knows: those of pdfapi and those of the template. */
async function loadFonts(files) {
  const { names, standard } = editorFonts([...files.keys()].filter((path) => path.startsWith('fonts/')));
  const fonts = await Promise.all(
    [...names].map(async ([name, source]) => {
      const data = 'path' in source ? files.get(source.path) : await ownFont(source.own);
      return [name, { data: Uint8Array.from(data), fallback: name === standard }];
    }),
  );
  return Object.fromEntries(fonts);
}

function ownFont(file) {
  if (!own.has(file)) {
    own.set(
      file,
      fetch(new URL(`./fonts/${file}`, import.meta.url)).then(async (response) => {
        if (!response.ok) throw new Error(`The font ${file} did not load.`);
        return new Uint8Array(await response.arrayBuffer());
      }),
    );
  }
  return own.get(file);
}
