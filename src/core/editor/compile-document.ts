/** The Twig of a whole document, compiled: a fault anywhere is known before anything is laid out. */
import { type Metadata, type MetadataKey, metadataKeys } from '../../contract/documents.ts';
import type { JsonObject } from '../../contract/json.ts';
import { type CompiledTemplate, compile } from '../twig/index.ts';
import type { EditorDocument, EditorElement } from './editor-document.ts';
import { type ElementPart, elementTwig } from './element-twig.ts';

/** An element that is shown, with what its Twig gave. */
export interface FilledElement {
  readonly element: EditorElement;
  readonly value: string;
}

export interface CompiledDocument {
  /** All below throw a `TemplateRuntimeError`. */
  pages(data: JsonObject): FilledElement[][];
  /** `data` holds `page` and `pages`. */
  statics(data: JsonObject): FilledElement[];
  metadata(data: JsonObject): Metadata;
}

export interface CompileDocumentOptions {
  readonly metadata: Metadata;
  readonly partials: Readonly<Record<string, string>>;
  readonly strict: boolean;
  /** Twig's `now`. */
  readonly now: Date;
}

/** Throws a `TemplateSyntaxError`. */
export function compileDocument(
  document: EditorDocument,
  { metadata, partials, strict, now }: CompileDocumentOptions,
): CompiledDocument {
  const compilePart = ({ part, source, autoescape }: ElementPart): CompiledTemplate =>
    compile(source, { part, partials, strict, autoescape });
  const compileElement = (element: EditorElement) => {
    const { visible, value, pieces } = elementTwig(element);
    for (const piece of pieces) compilePart(piece);
    return {
      element,
      visible: visible && compilePart(visible),
      value: value && compilePart(value),
    };
  };
  const pages = document.pages.map((elements) => elements.map(compileElement));
  const statics = document.statics.map(compileElement);
  const properties = metadataKeys.flatMap((key): [MetadataKey, CompiledTemplate][] => {
    const source = metadata[key];
    return source === undefined
      ? []
      : [[key, compile(source, { part: `metadata.${key}`, partials, strict, autoescape: false })]];
  });
  const clock = { now };
  const fill = (elements: typeof statics, data: JsonObject): FilledElement[] =>
    elements
      .filter(({ visible }) => visible === undefined || visible.render(data, clock) !== '')
      .map(({ element, value }) => ({ element, value: value ? value.render(data, clock) : element.content }));
  return {
    pages: (data) => pages.map((elements) => fill(elements, data)),
    statics: (data) => fill(statics, data),
    metadata: (data) =>
      Object.fromEntries(properties.map(([key, compiled]) => [key, compiled.render(data, clock).trim()])),
  };
}
