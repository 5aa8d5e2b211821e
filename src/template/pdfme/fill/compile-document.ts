/** Compiles the Twig of a whole document, so that any fault is found before the layout starts. */
import { type Metadata, type MetadataKey, metadataKeys } from '#contract/documents';
import type { JsonObject } from '#contract/json';
import {
  CompileClock,
  type CompiledTemplate,
  compile,
  type DataUse,
  findDataUse,
  NoticeCollector,
  TemplateError,
  TemplateRuntimeError,
  TemplateSyntaxError,
  type Translations,
  type TwigNotices,
} from '#twig';
import type { EditorDocument, EditorElement } from '../../model/editor-document.ts';
import { fillProperties } from '../../model/filled-properties.ts';
import { type ElementPart, elementTwig } from './element-twig.ts';

/** A visible element with the output of its Twig. */
export interface FilledElement {
  readonly element: EditorElement;
  readonly value: string;
  /** The alternative text, which screen readers say. */
  readonly alt?: string | undefined;
}

export interface CompiledDocument {
  /** All methods throw a `TemplateRuntimeError`. */
  pages(data: JsonObject): FilledElement[][];
  /** `data` holds `page` and `pages`. */
  statics(data: JsonObject): FilledElement[];
  metadata(data: JsonObject): Metadata;
  /** Returns which data the elements and properties read. */
  dataUse(data: JsonObject): DataUse;
  /** The notices of all fills so far. */
  readonly notices: TwigNotices | undefined;
}

export interface CompileDocumentOptions {
  readonly metadata: Metadata;
  readonly partials: Readonly<Record<string, string>>;
  readonly translations?: Translations | undefined;
  readonly strict: boolean;
  /** Twig's `now`. */
  readonly now: Date;
  /** The language of filters that name no locale. */
  readonly language?: string | undefined;
  /** See `FillJob`. */
  readonly timeZone?: string | undefined;
}

/** Throws a `TemplateSyntaxError`, also when all elements together take longer than the `clock` allows. */
export function compileDocument(
  document: EditorDocument,
  { metadata, partials, translations, strict, now, language, timeZone }: CompileDocumentOptions,
  clock = new CompileClock(),
): CompiledDocument {
  const parts: CompiledTemplate[] = [];
  const compilePart = ({
    part,
    source,
    autoescape,
  }: Pick<ElementPart, 'part' | 'source' | 'autoescape'>): CompiledTemplate => {
    const compiled = compile(source, { part, partials, translations, strict, autoescape, clock });
    parts.push(compiled);
    return compiled;
  };
  const compileElement = (element: EditorElement, page?: number) =>
    inField(element, page, () => {
      const { visible, value, alt, pieces } = elementTwig(element);
      for (const piece of pieces) compilePart(piece);
      return {
        element,
        page,
        visible: visible && compilePart(visible),
        value: value && compilePart(value),
        alt: alt && compilePart(alt),
      };
    });
  const pages = document.pages.map((elements, index) =>
    elements.map((element) => compileElement(element, index + 1)),
  );
  const statics = document.statics.map((element) => compileElement(element));
  const properties = metadataKeys.flatMap((key): [MetadataKey, CompiledTemplate][] => {
    const source = metadata[key];
    if (source === undefined) return [];
    return [[key, compilePart({ part: `metadata.${key}`, source, autoescape: false })]];
  });
  const notices = new NoticeCollector();
  const renderOptions = { now, language, timeZone, notices };
  const fill = (elements: typeof statics, data: JsonObject): FilledElement[] =>
    elements.flatMap(({ element, page, visible, value, alt }) =>
      inField(element, page, () =>
        visible === undefined || visible.render(data, renderOptions) !== ''
          ? [
              {
                element,
                value: value ? value.render(data, renderOptions) : element.content,
                alt: alt?.render(data, renderOptions),
              },
            ]
          : [],
      ),
    );
  return {
    pages: (data) => pages.map((elements) => fill(elements, data)),
    statics: (data) => fill(statics, data),
    metadata: (data) => fillProperties(properties, (compiled) => compiled.render(data, renderOptions)),
    dataUse: (data) => findDataUse(parts, data, ['page', 'pages']),
    get notices() {
      return notices.found;
    },
  };
}

/** Adds the field to the Twig errors of an element. */
function inField<Result>({ style }: EditorElement, page: number | undefined, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const Kind = error instanceof TemplateSyntaxError ? TemplateSyntaxError : TemplateRuntimeError;
    const { part, template, line, column, detail } = error;
    throw new Kind({ part, template, line, column, field: style.name, page }, detail);
  }
}
