/** The form fields of the PDF engines, which conversions of pages have too. */
import { parsePageSelection } from '#contract/api/page-selection';
import type { Bookmark } from '#pdf';
import type { NamedProperties } from '#pdf/xmp/named-properties';
import { GotenbergError } from '../answer.ts';
import { parseGoJson, wrongGoType } from '../form/go-json.ts';
import { parseInteger, ValueFault } from '../form/go-values.ts';
import type { FormFile, GotenbergForm } from '../form/gotenberg-form.ts';
import { toProperties } from './metadata-names.ts';
import { type StampLook, toLook } from './stamp-html.ts';

export interface SplitFields {
  readonly mode: '' | 'intervals' | 'pages';
  readonly span: string;
  readonly unify: boolean;
}

export function readSplit(form: GotenbergForm, isRequired: boolean): SplitFields {
  const custom = isRequired ? form.requiredCustom.bind(form) : form.custom.bind(form);
  const mode = custom('splitMode', '' as SplitFields['mode'], (text) => {
    if (text === '' || text === 'intervals' || text === 'pages') return text;
    throw new ValueFault("wrong value, expected either 'intervals' or 'pages'");
  });
  const span = custom('splitSpan', '', (text) => {
    const value = text.replace(/\s+/g, '');
    if (mode === 'intervals' && parseInteger(value) < 1) throw new ValueFault('value is inferior to 1');
    return value;
  });
  const unify = form.flag('splitUnify', false);
  form.custom('splitUnify', undefined, (text) => {
    if (text === '' || !unify || mode === 'pages') return undefined;
    throw new ValueFault(`unify is not available for split mode '${mode}'`);
  });
  return { mode, span, unify };
}

const splitNotSupported = () =>
  new GotenbergError(
    400,
    "The requested split mode is not supported, or no PDF engine could process it. Valid modes: 'intervals', 'pages'.",
  );

/** Throws `GotenbergError` for a span that is no list of pages. */
export function assertSplit({ mode, span }: SplitFields): void {
  if (mode === 'pages' && !parsePageSelection(span)) throw splitNotSupported();
}

export interface FormatFields {
  readonly pdfa: string;
  readonly pdfua: boolean;
}

export const readFormats = (form: GotenbergForm): FormatFields => ({
  pdfa: form.text('pdfa'),
  pdfua: form.flag('pdfua', false),
});

/** Undefined without the field. */
export function readMetadata(form: GotenbergForm, isRequired: boolean): Record<string, unknown> | undefined {
  const parse = (text: string) => {
    if (text === '') return undefined;
    const value = parseGoJson('metadata', text);
    if (value === null || (typeof value === 'object' && !Array.isArray(value))) {
      return (value ?? {}) as Record<string, unknown>;
    }
    throw new ValueFault(`unmarshal metadata: ${wrongGoType(value, 'map[string]interface {}')}`);
  };
  return isRequired
    ? form.requiredCustom<Record<string, unknown> | undefined>('metadata', undefined, parse)
    : form.custom<Record<string, unknown> | undefined>('metadata', undefined, parse);
}

/** Undefined without metadata. Throws `GotenbergError` for what no PDF can have. */
export const toNamedProperties = (
  metadata: Record<string, unknown> | undefined,
): NamedProperties | undefined => metadata && toProperties(metadata);

/** For all documents, or for each by the name of its file. */
export type BookmarkFields = readonly Bookmark[] | ReadonlyMap<string, readonly Bookmark[]>;

export function readBookmarkField(form: GotenbergForm, isRequired: boolean): BookmarkFields | undefined {
  const parse = (text: string): BookmarkFields | undefined => {
    if (text === '') return undefined;
    const value = parseGoJson('bookmarks', text);
    if (Array.isArray(value)) return value.map((item) => toBookmark(item, 1));
    if (typeof value !== 'object' || value === null) throw wrongBookmarks(value, 'map[string][]Bookmark');
    return new Map(
      Object.entries(value).map(([name, list]) => {
        if (!Array.isArray(list)) throw wrongBookmarks(list, '[]Bookmark');
        return [name, list.map((item) => toBookmark(item, 1))];
      }),
    );
  };
  return isRequired
    ? form.requiredCustom<BookmarkFields | undefined>('bookmarks', undefined, parse)
    : form.custom<BookmarkFields | undefined>('bookmarks', undefined, parse);
}

const maxBookmarkLevels = 100;

function toBookmark(value: unknown, level: number): Bookmark {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongBookmarks(value, 'Bookmark');
  }
  if (level > maxBookmarkLevels) throw new ValueFault('unmarshal bookmarks: they are nested too deeply');
  const { title = '', page = 0, children } = value as Record<string, unknown>;
  if (typeof title !== 'string') throw wrongBookmarks(title, 'string');
  if (!Number.isInteger(page)) throw wrongBookmarks(page, 'int');
  const below = children ?? [];
  if (!Array.isArray(below)) throw wrongBookmarks(below, '[]Bookmark');
  return { title, page: page as number, children: below.map((item) => toBookmark(item, level + 1)) };
}

const wrongBookmarks = (value: unknown, type: string) =>
  new ValueFault(`unmarshal bookmarks: ${wrongGoType(value, type)}`);

export interface EncryptFields {
  readonly userPassword: string;
  readonly ownerPassword: string;
  readonly allowPrinting: boolean;
  readonly allowCopying: boolean;
  readonly allowModifying: boolean;
  readonly allowAnnotating: boolean;
  readonly allowFillingForms: boolean;
  readonly allowAssembling: boolean;
}

export const readEncrypt = (form: GotenbergForm): EncryptFields => ({
  userPassword: form.text('userPassword'),
  ownerPassword: form.text('ownerPassword'),
  allowPrinting: form.flag('allowPrinting', true),
  allowCopying: form.flag('allowCopying', true),
  allowModifying: form.flag('allowModifying', true),
  allowAnnotating: form.flag('allowAnnotating', true),
  allowFillingForms: form.flag('allowFillingForms', true),
  allowAssembling: form.flag('allowAssembling', true),
});

export interface RotateFields {
  /** 0 without the field. */
  readonly angle: number;
  readonly pages: string;
}

export function readRotate(form: GotenbergForm, isRequired: boolean): RotateFields {
  const parse = (text: string) => {
    if (text === '') return 0;
    const angle = parseInteger(text);
    if (angle === 90 || angle === 180 || angle === 270) return angle;
    throw new ValueFault('wrong value, expected 90, 180, or 270');
  };
  const angle = isRequired
    ? form.requiredCustom('rotateAngle', 0, parse)
    : form.custom('rotateAngle', 0, parse);
  return { angle, pages: form.text('rotatePages').replace(/\s+/g, '') };
}

export interface OptimizeFields {
  readonly isWanted: boolean;
  /** The quality of JPEG, from 1 to 100. */
  readonly quality: number;
}

export const readOptimize = (form: GotenbergForm): OptimizeFields => ({
  isWanted: form.flag('optimizeImages', false),
  quality: form.custom('imageQuality', 80, (text) => {
    if (text === '') return 80;
    const quality = parseInteger(text);
    if (quality < 1) throw new ValueFault('value is inferior to 1');
    if (quality > 100) throw new ValueFault('value is superior to 100');
    return quality;
  }),
});

export interface StampField {
  readonly source: 'text' | 'image' | 'pdf';
  readonly expression: string;
  readonly pages: string;
  readonly look: StampLook;
  /** The file of an image or a PDF: see `bindStampFiles`. */
  readonly file?: FormFile | undefined;
}

export type StampKind = 'stamp' | 'watermark';

/** Each source is one stamp; the other fields belong to it by their order. Throws `GotenbergError`. */
export function readStampFields(form: GotenbergForm, kind: StampKind): readonly StampField[] {
  if (form.hasFaults) return [];
  const [expressions, pages, options] = ['Expression', 'Pages', 'Options'].map((name) =>
    form.texts(kind + name),
  );
  return form.texts(`${kind}Source`).map((source, i) => {
    if (source !== 'text' && source !== 'image' && source !== 'pdf') {
      throw invalid(
        `form field '${kind}Source' is invalid (got '${source}', resulting to wrong value, expected either 'text', 'image' or 'pdf')`,
      );
    }
    const selection = (pages?.[i] ?? '').replace(/\s+/g, '');
    if (selection !== '' && !parsePageSelection(selection)) {
      throw invalid(
        `form field '${kind}Pages' is invalid (got '${selection}', resulting to pages such as 1-3,7,9-)`,
      );
    }
    return {
      source,
      expression: expressions?.[i] ?? '',
      pages: selection,
      look: readLook(options?.[i] ?? '', kind),
    };
  });
}

function readLook(text: string, kind: StampKind): StampLook {
  if (text === '') return {};
  try {
    const options = parseGoJson(`${kind}Options`, text) ?? {};
    if (typeof options === 'object' && !Array.isArray(options)) {
      const entries = Object.entries(options);
      // Gotenberg wants texts. Its clients send numbers too.
      const isScalar = ([, value]: [string, unknown]) =>
        ['string', 'number', 'boolean'].includes(typeof value);
      if (entries.every(isScalar))
        return toLook(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])));
    }
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    throw invalid(`form field '${kind}Options' is invalid (${error.message})`);
  }
  throw invalid(`form field '${kind}Options' is invalid`);
}

/** Gives each stamp of a picture or a PDF its file, in the order in which they were sent. Throws `GotenbergError`. */
export function bindStampFiles(
  stamps: readonly StampField[],
  form: GotenbergForm,
  kind: StampKind,
): readonly StampField[] {
  const files = [...form.filesOf(kind)];
  return stamps.map((stamp) => {
    if (stamp.source === 'text') return stamp;
    const file = files.shift();
    if (file) return { ...stamp, file };
    throw invalid(`a ${kind} file is required for image or pdf source`);
  });
}

export const invalid = (message: string) => new GotenbergError(400, `Invalid form data: ${message}`);

/** Name of an embedded file → its `mimeType` and `relationship`. */
export type EmbedFields = Readonly<
  Record<string, { readonly mimeType?: string; readonly relationship?: string }>
>;

export function readEmbedsMetadata(form: GotenbergForm): EmbedFields {
  const text = form.text('embedsMetadata');
  if (form.hasFaults || text === '') return {};
  try {
    const value = parseGoJson('embedsMetadata', text) ?? {};
    const isMap = typeof value === 'object' && !Array.isArray(value);
    if (isMap && Object.values(value).every(isTextMap)) return value as EmbedFields;
    form.fail(
      `form field 'embedsMetadata' is invalid: ${wrongGoType(value, 'map[string]map[string]string')}`,
    );
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    form.fail(
      `form field 'embedsMetadata' is invalid: ${error.message.replace(/^unmarshal embedsMetadata: /, '')}`,
    );
  }
  return {};
}

const isTextMap = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((each) => typeof each === 'string');

export interface FacturXFields {
  readonly level: string;
  readonly xml: FormFile | undefined;
}

const levels = ['', 'MINIMUM', 'BASIC WL', 'BASIC', 'EN 16931', 'EXTENDED', 'XRECHNUNG'];
const documentTypes = ['', 'INVOICE', 'ORDER', 'ORDER_RESPONSE', 'ORDER_CHANGE'];

export function readFacturX(form: GotenbergForm): FacturXFields {
  const xml = form.hasFaults ? undefined : form.filesOf('facturxXml')[0];
  const level = form.custom('facturxConformanceLevel', '', (text) => {
    if (levels.includes(text)) return text;
    throw new ValueFault(`unsupported conformance level '${text}'`);
  });
  form.custom('facturxDocumentType', '', (text) => {
    if (documentTypes.includes(text)) return text;
    throw new ValueFault(`unsupported document type '${text}'`);
  });
  return { level, xml };
}
