/** The form fields about paper and print, in Gotenberg's order. */
import type { PageLoad } from '#contract/document/page-load';
import type { PageDefaults, PageSettings, PaperFormat } from '#contract/page';
import { GotenbergError } from '../answer.ts';
import type { GotenbergForm } from '../form/gotenberg-form.ts';
import { type LoadFields, readLoadFields } from './read-load-fields.ts';

export interface PrintFields extends LoadFields {
  readonly page: PageSettings;
  readonly pageDefaults: PageDefaults;
  /** As it was sent; empty for all pages. */
  readonly pageRanges: string;
  readonly isSinglePage: boolean;
  readonly tags: boolean;
  readonly header: string | undefined;
  readonly footer: string | undefined;
  /** Throws `GotenbergError` for fields that contradict each other. Call it when the form is valid. */
  check(): void;
}

const millimetresPerInch = 25.4;

export function readPrintFields(form: GotenbergForm): PrintFields {
  const fields = readLoadFields(form);
  const isLandscape = form.flag('landscape', false);
  const backgrounds = form.flag('printBackground', false);
  const scale = form.number('scale', 1);
  const isSinglePage = form.flag('singlePage', false);
  const width = form.inches('paperWidth', 8.5);
  const height = form.inches('paperHeight', 11);
  const margins = {
    top: toMillimetres(form.inches('marginTop', 0.39)),
    bottom: toMillimetres(form.inches('marginBottom', 0.39)),
    left: toMillimetres(form.inches('marginLeft', 0.39)),
    right: toMillimetres(form.inches('marginRight', 0.39)),
  };
  const pageRanges = form.text('nativePageRanges');
  const header = readPart(form, 'header.html');
  const footer = readPart(form, 'footer.html');
  const preferCssPageSize = form.flag('preferCssPageSize', false);
  const hasOutline = form.flag('generateDocumentOutline', false);
  const isTagged = form.flag('generateTaggedPdf', false);

  const orientation = isLandscape ? ('landscape' as const) : undefined;
  const size = toFormat(width, isSinglePage ? undefined : height);
  const asked: PageSettings = isSinglePage ? { format: size } : { format: size, orientation };
  const load: PageLoad = { ...fields.load, scale: scale === 1 ? undefined : scale, backgrounds };
  return {
    ...fields,
    load,
    page: preferCssPageSize && !isSinglePage ? {} : asked,
    // The margins of the page's own styles come first, as in Chromium.
    pageDefaults: { ...asked, margins },
    pageRanges,
    isSinglePage,
    // Chromium makes the outline from the tags, and PDF/UA is made of them.
    tags: isTagged || hasOutline || asksForPdfua(form),
    header,
    footer,
    check() {
      if (fields.omitBackground && !backgrounds) {
        throw new GotenbergError(400, 'omitBackground requires printBackground set to true');
      }
      const isPossible = [width, height].every((length) => length >= 0.2 && length <= 200);
      const areMargins = Object.values(margins).every((length) => length >= 0 && length <= 500);
      if (!isPossible || !areMargins || scale < 0.1 || scale > 2) throw aberrant();
    },
  };
}

/** The field is read, and its faults are reported, with the steps after the print. */
const asksForPdfua = (form: GotenbergForm): boolean => /^(?:1|t|true)$/i.test(form.texts('pdfua')[0] ?? '');

export const aberrant = (cause?: unknown) =>
  new GotenbergError(
    400,
    'Chromium does not handle the provided settings; please check for aberrant form values',
    { cause },
  );

const toMillimetres = (inches: number): number => Math.round(inches * millimetresPerInch * 1_000) / 1_000;

const toFormat = (width: number, height: number | undefined): PaperFormat =>
  height === undefined ? `${toMillimetres(width)}mm` : `${toMillimetres(width)}mmx${toMillimetres(height)}mm`;

function readPart(form: GotenbergForm, name: string): string | undefined {
  const file = form.file(name);
  return file && Buffer.from(file.bytes).toString();
}
