/** Where each part of a template came from, so that an error in it can point at a file and a line. */
import { basename } from 'node:path';
import { Failure, type SourceLocation } from '../../../contract/errors.ts';

export interface SourceFile {
  /** As the user wrote it, with the folder in front. */
  readonly file: string;
  /** Of the whole file. */
  readonly text: string;
  /** Where the source begins in a file that holds more than it, such as a title in `template.json`. */
  readonly start?: { readonly line: number; readonly column: number };
  /** With `start`: whether the source stands there letter by letter, without escapes. */
  readonly isVerbatim?: boolean;
}

export interface SourcePlace {
  /** `template`, `header`, `footer`, `metadata.title`. */
  readonly part: string;
  /** A partial, or null for the part itself. */
  readonly template: string | null;
  readonly line: number;
  readonly column?: number;
}

export interface TemplateFault extends SourcePlace {
  readonly detail: string;
}

/** The errors of `core/twig`, as far as they matter here. */
export interface TwigError extends Error, TemplateFault {}

export class TemplateSources {
  readonly #parts: Readonly<Record<string, SourceFile>>;
  readonly #partials: ReadonlyMap<string, SourceFile>;

  constructor(parts: Readonly<Record<string, SourceFile>>, partials: ReadonlyMap<string, SourceFile>) {
    this.#parts = parts;
    this.#partials = partials;
  }

  /** The same with other parts over them, such as a header from the command line. */
  with(parts: Readonly<Record<string, SourceFile>>): TemplateSources {
    return new TemplateSources({ ...this.#parts, ...parts }, this.#partials);
  }

  locate({ part, template, line, column }: SourcePlace): SourceLocation | undefined {
    const source = template === null ? this.#parts[part] : this.#partials.get(template);
    if (!source) return undefined;
    const { file, text, start, isVerbatim } = source;
    if (!start) return { file, line, text, ...(column === undefined ? {} : { column }) };
    const shift = isVerbatim && line === 1 && column !== undefined ? column - 1 : 0;
    return { file, line: start.line, column: start.column + shift, text };
  }

  /** The failure that tells a person about an error in the Twig of this template. */
  failure(error: TemplateFault, hint?: string): Failure {
    const location = this.locate(error);
    const message = location
      ? `${error.detail.replace(/[.?!]?$/, (end) => end || '.')}`
      : `Twig error in the ${error.part}, line ${error.line}: ${error.detail}`;
    return new Failure('invalid_template', message, {
      cause: error,
      ...(location ? { location } : {}),
      ...(hint ? { hint } : {}),
    });
  }
}

/** `invoice.html` → `invoice`; what documents made of a file are called. */
export const nameOfFile = (path: string): string => basename(path).replace(/(?<=.)\.[^.]*$/, '');
