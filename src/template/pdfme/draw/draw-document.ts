/**
 * Lays out a filled document and draws it with parts of pdfme. Its `generate` is unsuitable: it evaluates expressions
 * in texts, otherwise treats inline markdown as plain text, and cannot number pages without expressions.
 */
import type * as PdfLib from '@pdfme/pdf-lib';
import { Failure, sentence } from '#contract/errors';
import type { NumberedControls } from '#forms';
import type { ElementStyle, PageBox } from '../../model/editor-document.ts';
import { type EditorFonts, fontVariants } from '../editor-fonts.ts';
import { FieldMarkers, isField } from '../fields/field-markers.ts';
import { DocumentTags, type ElementViews, type PlacedElement } from '../tags/document-tags.ts';
import type { InternalLinks } from '../tags/link-tags.ts';
import type { Drawable } from './drawable.ts';
import type * as Pdfme from './pdfme-entry.ts';

export interface DrawJob {
  readonly page: PageBox;
  readonly pages: readonly (readonly Drawable[])[];
  /** The elements of every page, for a page number and a total. */
  readonly statics: (page: number, pages: number) => Promise<readonly Drawable[]>;
  readonly fonts: EditorFonts;
  /** Name → file. Contains all fonts that the elements name, and the default one. */
  readonly fontFiles: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** Whether the PDF gets accessibility tags. */
  readonly tags: boolean;
  /** A tag of BCP 47. */
  readonly language: string | undefined;
}

type Renderer = (props: Record<string, unknown>) => unknown;

export interface DrawnDocument {
  readonly pdf: Uint8Array;
  /** The elements that become form fields, where their markers are. */
  readonly controls: NumberedControls;
}

/** Throws `invalid_data` with the field if pdfme cannot draw it. */
export async function drawDocument(pdfme: typeof Pdfme, job: DrawJob): Promise<DrawnDocument> {
  const { pdfLib, fontkit, mm2pt } = pdfme;
  const pdf = await pdfLib.PDFDocument.create({ updateMetadata: false });
  pdf.registerFontkit(fontkit as never);
  const cache = new Map<string | number, unknown>();
  pdfme.resetInternalLinkAnnotations(cache);
  const options = { font: fontOptions(job) };
  const renderers = renderersByType(pdfme);
  const [links] = cache.values() as Iterable<InternalLinks>;
  const tags =
    job.tags && links
      ? new DocumentTags({ pdfLib, pdf, mm2pt, links, defaultFont: embedDefaultFont(pdf, job) })
      : undefined;
  let markers: FieldMarkers | undefined;
  const pages: Placed[][] = [];
  for (const elements of job.pages) pages.push(...(await layOut(pdfme, job, elements, options, cache)));

  for (const [index, elements] of pages.entries()) {
    const page = pdf.addPage([mm2pt(job.page.width), mm2pt(job.page.height)]);
    const pageTags = tags?.startPage(page, elements);
    const drawElement = async (
      { style, value, label }: Drawable,
      views: ElementViews | undefined,
      onText?: (text: string) => boolean,
    ) => {
      const { x, y } = style.position;
      const anchor = { _cache: cache, name: style.name, page, x: mm2pt(x), y: page.getHeight() - mm2pt(y) };
      pdfme.registerInternalLinkAnchor(anchor);
      const props = {
        value,
        schema: style,
        basePdf: job.page,
        pdfLib,
        pdfDoc: pdf,
        // Renderers of tables and lists copy these properties for each cell, and so ask for the page of each.
        get page() {
          const target = views?.next() ?? page;
          return onText ? withTexts(target, onText) : target;
        },
        options,
        _cache: cache,
      };
      await reportAs(label, () => renderers.get(style.type)?.(props));
      views?.finish();
    };
    const draw = async (each: Drawable, views: ElementViews | undefined, element?: Drawable) => {
      if (!isField(each)) return await drawElement(each, views);
      markers ??= new FieldMarkers({ pdfLib, pdf, mm2pt });
      const mark = (part: 'drawing' | 'marker' | 'end') => pageTags?.markField(element, part);
      await markers.draw(each, { page, isStatic: !element, mark }, async (shown, part) => {
        const texts: string[] = [];
        await drawElement(shown, views, (text) => part === 'all' && texts.push(text) > 0);
        return texts;
      });
    };
    for (const each of await job.statics(index + 1, pages.length)) {
      await draw(prepared(each, job.fonts), pageTags?.staticViewsOf(each.style));
    }
    for (const each of elements) await draw(each, pageTags?.viewsOf(each), each.element);
    pageTags?.finish();
  }
  tags?.finishDrawing();
  await reportAs('A link', () => pdfme.applyInternalLinkAnnotations({ _cache: cache, pdfDoc: pdf }));
  tags?.finish(job.language);
  return { pdf: await pdf.save(), controls: markers?.controls ?? [] };
}

/** The page, or its view for tags, on which only the texts are drawn of which `onText` returns true. */
const withTexts = <Target extends Pick<PdfLib.PDFPage, 'drawText'>>(
  target: Target,
  onText: (text: string) => boolean,
): Target =>
  new Proxy(target, {
    get(_, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) =>
        key === 'drawText' && !onText(String(args[0])) ? undefined : value.apply(target, args);
    },
  });

/** A prepared element, or what of it is on one page. */
type Placed = Drawable & PlacedElement;

function embedDefaultFont(pdf: PdfLib.PDFDocument, { fonts, fontFiles }: DrawJob) {
  let embedded: Promise<PdfLib.PDFFont> | undefined;
  return async () => {
    const file = fontFiles.get(fonts.standard);
    if (!file) throw new Error(`there is no font ${fonts.standard}`);
    embedded ??= pdf.embedFont(file, { subset: true });
    return await embedded;
  };
}

/** Returns the pages that the elements of one page become. Only growing elements move others. */
async function layOut(
  pdfme: typeof Pdfme,
  { page, fonts }: DrawJob,
  elements: readonly Drawable[],
  options: object,
  cache: Map<string | number, unknown>,
): Promise<Placed[][]> {
  const drawn = elements.map((each): Placed => {
    const element = prepared(each, fonts);
    return { ...element, element };
  });
  if (!drawn.some(({ style }) => grows(style))) return [drawn];
  // Unique names, because pdfme identifies elements by name even if two have the same one.
  const byName = new Map(drawn.map((each, index) => [String(index), each]));
  const named = [...byName].map(([name, { style }]) => ({ ...style, name, readOnly: false }));
  const laidOut = await pdfme.getDynamicTemplate({
    template: { basePdf: page, schemas: [named] } as never,
    input: Object.fromEntries([...byName].map(([name, { value }]) => [name, value])),
    options: options as never,
    _cache: cache,
    getDynamicHeights: async (value, args) => {
      const own = byName.get(args.schema.name);
      // Set `readOnly` as the renderers interpret it: markdown instead of plain text.
      const schema = { ...args.schema, readOnly: own?.style.readOnly === true };
      return await reportAs(own?.label ?? '', () =>
        pdfme.getDynamicLayoutForSchema(value, { ...args, schema }),
      );
    },
  });
  return laidOut.schemas.map((each) =>
    each.flatMap((schema) => {
      const own = byName.get(schema.name);
      if (!own) return [];
      const { name, readOnly } = own.style;
      return [{ ...own, style: { ...schema, name, readOnly } as unknown as ElementStyle }];
    }),
  );
}

const grows = ({ type, overflow }: ElementStyle): boolean =>
  type === 'table' || type === 'list' || (type === 'text' && overflow === 'expand');

/** Adds font names, and marks markdown text, which pdfme's renderers call `readOnly`. */
function prepared(drawable: Drawable, fonts: EditorFonts): Drawable {
  const style = upright(drawable.style);
  const named = (styles: unknown) => ({ fontName: fonts.standard, ...(styles as object) });
  if (style.type === 'table') {
    const { headStyles, bodyStyles } = style;
    return {
      ...drawable,
      style: { ...style, headStyles: named(headStyles), bodyStyles: named(bodyStyles) },
    };
  }
  const fontName = String(style.fontName ?? '') || fonts.standard;
  if (style.textFormat !== 'inline-markdown')
    return { ...drawable, style: { ...style, fontName, readOnly: false } };
  const variants = { ...fontVariants(fontName, fonts), ...(style.fontVariants as object | undefined) };
  return { ...drawable, style: { ...style, fontName, fontVariants: variants, readOnly: true } };
}

/** pdfme puts a rectangle that is turned by a right angle far outside of the page. Upright it covers the same place. */
function upright(style: ElementStyle): ElementStyle {
  const { type, rotate, position, width, height } = style;
  if (type !== 'rectangle' || typeof rotate !== 'number' || Math.abs(rotate % 180) !== 90) return style;
  const shift = (width - height) / 2;
  const place = { x: position.x + shift, y: position.y - shift };
  return { ...style, rotate: 0, position: place, width: height, height: width };
}

function fontOptions({ fonts, fontFiles }: DrawJob) {
  return Object.fromEntries(
    [...fontFiles].map(([name, data]) => [name, { data, fallback: name === fonts.standard, subset: true }]),
  );
}

function renderersByType({ schemas }: typeof Pdfme): ReadonlyMap<string, Renderer> {
  const { barcodes, BUILT_IN_DYNAMIC_LAYOUT_SPLIT_UNITS: _, ...rest } = schemas;
  const found = new Map<string, Renderer>();
  for (const plugin of [...Object.values(rest), ...Object.values(barcodes)] as unknown[]) {
    const { pdf, propPanel } = plugin as {
      pdf?: Renderer;
      propPanel?: { defaultSchema?: { type?: string } };
    };
    const type = propPanel?.defaultSchema?.type;
    if (pdf && type !== undefined) found.set(type, pdf);
  }
  return found;
}

/** Rewords errors of a renderer, which address programmers, as errors of the field. */
async function reportAs<Result>(label: string, action: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = (error instanceof Error ? error.message : String(error)).replace(
      /^\[@pdfme[^\]]*\]\s*/,
      '',
    );
    const message = `${label} cannot be drawn: ${sentence(reason.split('\n', 1)[0] ?? '')}`;
    throw new Failure('invalid_data', message, { errors: { [label]: [message] }, cause: error });
  }
}
