/** The errors that a template can cause, and the form of their messages. */

/** The place of an error in a template. */
export interface TwigPlace {
  /** `template`, `header`, `footer`, `metadata.title`, … */
  readonly part: string;
  /** The name of the partial that contains the place; null for the part itself. */
  readonly template: string | null;
  /** 1-based; `\n`, `\r\n` and `\r` each end a line. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  /** The field of an editor template that contains the text. */
  readonly field?: string | undefined;
  /** The 1-based page of that field; undefined for a field that is on every page. */
  readonly page?: number | undefined;
}

function message(place: TwigPlace, detail: string): string {
  const partial = place.template === null ? '' : ` (partial "${place.template}")`;
  return `Twig error in the ${place.part}${partial}, line ${place.line}: ${detail}`;
}

/** An error in a template, with its place. */
export class TemplateError extends Error {
  readonly part: string;
  readonly template: string | null;
  readonly line: number;
  readonly column: number;
  readonly field: string | undefined;
  readonly page: number | undefined;
  readonly detail: string;

  constructor(place: TwigPlace, detail: string, { cause }: ErrorOptions = {}) {
    super(message(place, detail), cause === undefined ? undefined : { cause });
    this.part = place.part;
    this.template = place.template;
    this.line = place.line;
    this.column = place.column;
    this.field = place.field;
    this.page = place.page;
    this.detail = detail;
  }

  /** The name of the source that contains the place: that of the partial, or else of the part. */
  get file(): string {
    return this.template ?? this.part;
  }
}

/** The template cannot be compiled. */
export class TemplateSyntaxError extends TemplateError {
  override readonly name = 'TemplateSyntaxError';
}

/** The template compiles, but this render of it failed or exceeded a limit. */
export class TemplateRuntimeError extends TemplateError {
  override readonly name = 'TemplateRuntimeError';
}

/** An error in code that does not know the place, such as filters and operators. The render adds the place. */
export class TwigFault extends Error {}
