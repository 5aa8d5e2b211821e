/**
 * pdfme's Designer on the files of a template. The build makes one file of this and all that it needs, which is
 * loaded only when such a template is opened: `build/bundle-studio.ts`.
 */
import type { Font, Template } from '@pdfme/common';
import { Designer, ownData } from '@pdfme/ui';
import type { JsonObject } from '#contract/json';
import { editorFonts } from '#template/pdfme/editor-fonts';
import { elementTypes } from '#template/pdfme/element-types';
import type { DesignerTemplate } from '../designer-template.ts';
import { type OpenDesign, openDesign } from '../open-design.ts';
import type { PageSetting } from '../page-setting.ts';
import { saveDesign } from '../save-design.ts';
import { startBackdrop } from './backdrop.ts';
import type { DesignerOptions } from './design-pane.ts';
import { elementPlugins } from './element-plugins.ts';
import type { PageFiles } from './files.ts';

declare module '@pdfme/ui' {
  /** Added by the build. Returns the changes of an element that gets a name. */
  export const ownData: { named: (schema: JsonObject, name: string) => JsonObject };
}

export { fromPdfme } from '../from-pdfme.ts';

export interface StartedDesigner {
  /** Throws where `editor.json` is no JSON or has no page. */
  load(files: PageFiles): Promise<void>;
  /** Path → bytes of what differs from the files that were loaded. */
  changes(): PageFiles;
  pageSetting(): PageSetting;
  setPage(next: PageSetting): void;
}

type Elements = DesignerTemplate['schemas'];

const decoder = new TextDecoder();

export async function startDesigner(
  container: HTMLElement,
  { onChange, dataText }: DesignerOptions,
): Promise<StartedDesigner> {
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  ownData.named = (schema, name) => namedElement(schema, name, dataText());
  const backdrop = startBackdrop();
  keepKeysApart(container);
  let designer: Designer | undefined;
  let open: OpenDesign;
  let page: PageSetting | undefined;
  let isLoading = false;

  /** The elements as they are now. */
  let current: Elements;

  const take = (schemas: Elements) => {
    if (isLoading) return;
    current = schemas;
    onChange();
  };

  async function load(files: PageFiles) {
    const opened = openDesign(decoder.decode(files.get('editor.json')), files);
    if (opened.shown.schemas.length === 0) throw new Error('"schemas" has no page.');
    const font = await loadFonts(files);
    isLoading = true;
    try {
      const template = toTemplate(opened.shown);
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
        designer.onChangeTemplate(({ schemas }) => take(schemas as Elements));
        // Called after undo, redo and its own Ctrl+S. Only changes matter: saving is for the page to decide.
        designer.onSaveTemplate(({ schemas }) => {
          if (JSON.stringify(schemas) !== JSON.stringify(current)) take(schemas as Elements);
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

  function changes(): PageFiles {
    const { text, pictures } = saveDesign(open, current, page);
    return new Map([...pictures, ['editor.json', new TextEncoder().encode(text)]]) as PageFiles;
  }

  const pageSetting = () => page ?? open.page;

  function setPage(next: PageSetting) {
    page = next;
    const { width, height } = next;
    const basePdf = { width, height, padding: [0, 0, 0, 0] };
    isLoading = true;
    try {
      designer?.updateTemplate(toTemplate({ schemas: current, basePdf }));
    } finally {
      isLoading = false;
    }
    backdrop.place(next);
    onChange();
  }

  darkness.addEventListener('change', () => designer?.updateOptions({ theme: themeFor(darkness) }));

  return { load, changes, pageSetting, setPage };
}

/** The text of a new element. */
const untouched = 'Type Something...';

/**
 * Returns the changes of an element that gets `name`: the name, and a content or source when the data has a key of this
 * name and the element has no value of its own yet. `dataText` is JSON.
 */
function namedElement(
  { type, content, source }: JsonObject,
  name: string,
  dataText: string | undefined,
): JsonObject {
  if (!/^[a-z_]\w*$/i.test(name) || !hasKey(dataText, name)) return { name };
  if (type === 'text' && content === untouched) return { name, content: `{{ ${name} }}` };
  const { keys = [] } = elementTypes[String(type)] ?? {};
  return keys.includes('source') && !source ? { name, source: name } : { name };
}

function hasKey(text: string | undefined, name: string): boolean {
  if (text === undefined) return false;
  try {
    return Object.hasOwn(JSON.parse(text), name);
  } catch {
    return false;
  }
}

/**
 * The Designer listens to the whole document: a key that is pressed elsewhere, or while it is not seen, would delete
 * or move what is chosen in it.
 */
function keepKeysApart(container: HTMLElement): void {
  document.body.addEventListener('keydown', (event) => {
    const { target, ctrlKey, metaKey, key } = event;
    const isHere = target === document.body || (target instanceof Node && container.contains(target));
    const isSaving = (ctrlKey || metaKey) && key === 's';
    if (!isSaving && !(isHere && container.checkVisibility())) event.stopPropagation();
  });
}

/** A copy, because the Designer changes what it is given. */
const toTemplate = (shown: DesignerTemplate): Template => JSON.parse(JSON.stringify(shown));

/** The colours of `page.css`, for the parts that antd draws. */
const themeFor = ({ matches: isDark }: MediaQueryList) => ({
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
const own = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

/** Returns the fonts that the renderer knows: those of pdfapi and those of the template. */
async function loadFonts(files: PageFiles): Promise<Font> {
  const { names, standard } = editorFonts([...files.keys()].filter((path) => path.startsWith('fonts/')));
  const fonts = await Promise.all(
    [...names].map(async ([name, source]) => {
      const data = 'path' in source ? files.get(source.path) : await ownFont(source.own);
      return [name, { data: Uint8Array.from(data ?? []), fallback: name === standard }] as const;
    }),
  );
  return Object.fromEntries(fonts);
}

function ownFont(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = own.get(name) ?? fetchFont(name);
  own.set(name, known);
  return known;
}

async function fetchFont(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(`./fonts/${name}.ttf`, import.meta.url));
  if (!response.ok) throw new Error(`The font ${name} did not load.`);
  return new Uint8Array(await response.arrayBuffer());
}
