/** Maps each part of a template to its file, so that an error can point at a file and a line. */
import { basename } from 'node:path';
import { Failure, type SourceLocation } from '#contract/errors';

export interface SourceFile {
  /** The path as the user wrote it, including the folder. */
  readonly file: string;
  /** The text of the whole file. */
  readonly text: string;
  /** The position of the source in a file that holds more, such as a title in `template.json`. */
  readonly start?: { readonly line: number; readonly column: number };
  /** With `start`: whether the file holds the source character by character, without escapes. */
  readonly isVerbatim?: boolean;
}

export interface SourcePlace {
  /** `template`, `header`, `footer`, `invoice`, `metadata.title`. */
  readonly part: string;
  /** A partial, or null for the part itself. */
  readonly template: string | null;
  readonly line: number;
  readonly column?: number | undefined;
}

export interface TemplateFault extends SourcePlace {
  readonly detail: string;
}

/** The parts of `twig`'s errors that are used here. */
export interface TwigError extends Error, TemplateFault {}

export class TemplateSources {
  readonly #parts: Readonly<Record<string, SourceFile>>;
  readonly #partials: ReadonlyMap<string, SourceFile>;

  constructor(parts: Readonly<Record<string, SourceFile>>, partials: ReadonlyMap<string, SourceFile>) {
    this.#parts = parts;
    this.#partials = partials;
  }

  /** Returns a copy in which `parts` replace parts of the template, such as a header from the command line. */
  with(parts: Readonly<Record<string, SourceFile>>): TemplateSources {
    return new TemplateSources({ ...this.#parts, ...parts }, this.#partials);
  }

  locate({ part, template, line, column }: SourcePlace): SourceLocation | undefined {
    const source = template === null ? this.#parts[part] : this.#partials.get(template);
    if (!source) return undefined;
    const { file, text, start, isVerbatim } = source;
    if (!start) return { file, line, column, text };
    const shift = isVerbatim && line === 1 && column !== undefined ? column - 1 : 0;
    return { file, line: start.line, column: start.column + shift, text };
  }

  /** Converts an error in the Twig of this template to a `Failure` with file and line. */
  failure(error: TemplateFault, hint?: string): Failure {
    const location = this.locate(error);
    const message = location
      ? `${error.detail.replace(/[.?!]?$/, (end) => end || '.')}`
      : `Twig error in the ${error.part}, line ${error.line}: ${error.detail}`;
    return new Failure('invalid_template', message, {
      cause: error,
      location,
      hint,
    });
  }
}

/** `invoice.html` → `invoice`: the name of documents made from a file. */
export const toDocumentName = (path: string): string => basename(path).replace(/(?<=.)\.[^.]*$/, '');
