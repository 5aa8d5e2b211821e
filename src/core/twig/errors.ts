/** The two errors that a template can cause, and the one place that words their messages. */

/** Where in a template something went wrong. */
export interface TwigPlace {
  /** `template`, `header`, `footer`, `metadata.title`, … */
  readonly part: string;
  /** The name of the partial that holds the place, null when it is the part itself. */
  readonly template: string | null;
  /** 1-based; `\n`, `\r\n` and `\r` each end a line. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  /** The field of an editor template that holds the text. */
  readonly field?: string | undefined;
  /** The page of that field, from 1. A field of every page has none. */
  readonly page?: number | undefined;
}

function message(place: TwigPlace, detail: string): string {
  const partial = place.template === null ? '' : ` (partial "${place.template}")`;
  return `Twig error in the ${place.part}${partial}, line ${place.line}: ${detail}`;
}

/** What is wrong with a template, and where. */
export class TemplateError extends Error {
  readonly part: string;
  readonly template: string | null;
  readonly line: number;
  readonly column: number;
  readonly field: string | undefined;
  readonly page: number | undefined;
  readonly detail: string;

  constructor(place: TwigPlace, detail: string) {
    super(message(place, detail));
    this.part = place.part;
    this.template = place.template;
    this.line = place.line;
    this.column = place.column;
    this.field = place.field;
    this.page = place.page;
    this.detail = detail;
  }
}

/** The template cannot be compiled. */
export class TemplateSyntaxError extends TemplateError {
  override readonly name = 'TemplateSyntaxError';
}

/** The template is well-formed, and this render of it failed or hit a bound. */
export class TemplateRuntimeError extends TemplateError {
  override readonly name = 'TemplateRuntimeError';
}

/** Thrown where the place is not known (inside filters and operators); the render adds the place. */
export class TwigFault extends Error {}
