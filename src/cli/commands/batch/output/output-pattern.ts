/** `-o 'out/{{ number }}.pdf'`: the path of each row's PDF, which is always below the pattern's folder. */
import { dirname, join } from 'node:path';
import { Failure } from '../../../../contract/errors.ts';
import type { Json, JsonObject } from '../../../../contract/json.ts';
import { putKey } from '../../../../core/rows/column-path.ts';
import {
  type CompiledTemplate,
  compile,
  TemplateRuntimeError,
  TemplateSyntaxError,
} from '../../../../core/twig/index.ts';
import { assertPdfPath } from '../../../options/assert-pdf-path.ts';
import { assertFilename } from './assert-filename.ts';

/** The name of the row number in patterns, counted from 1. */
const rowNumber = 'row_number';

export interface OutputPattern {
  /** The folder before the first `{{`. */
  readonly root: string;
  /** No two rows can have the same path. */
  readonly isUnique: boolean;
  /** Throws `invalid_data` if the data yields no file name, or one outside of the root. */
  pathOf(data: JsonObject, number: number): string;
}

/** Throws `usage`. */
export function outputPattern(pattern: string): OutputPattern {
  assertPdfPath('-o', pattern);
  const twig = pattern.search(/\{[{%#]/);
  const fixed = twig < 0 ? pattern : pattern.slice(0, twig);
  const slash = fixed.search(/[/\\][^/\\]*$/);
  // On other systems a backslash is part of a name.
  const cut = process.platform === 'win32' ? slash : fixed.lastIndexOf('/');
  const root = cut < 0 ? '.' : dirname(`${fixed.slice(0, cut)}/x`);
  const below = pattern.slice(cut + 1);
  const compiled = compileNames(below);
  if (compiled.variables.length === 0) {
    throw new Failure('usage', `-o "${pattern}" names the same file for every row.`, {
      hint: `Include a value of the row: -o 'out/{{ ${rowNumber} }}.pdf'; for one PDF of all rows: --merge-into`,
    });
  }
  return {
    root,
    isUnique: /^[^{]*\{\{-?\s*row_number\s*-?\}\}[^{]*$/.test(below),
    pathOf(data, number) {
      const name = fill(compiled, { ...(withoutSeparators(data) as JsonObject), [rowNumber]: number });
      assertFilename(name);
      return join(root, name);
    },
  };
}

function compileNames(source: string): CompiledTemplate {
  try {
    return compile(source, { part: '-o', autoescape: false, strict: true });
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error;
    throw new Failure('usage', `-o: ${error.detail}`, {
      hint: "For example: -o 'out/{{ number }}.pdf'",
      cause: error,
    });
  }
}

function fill(compiled: CompiledTemplate, data: JsonObject): string {
  try {
    return compiled.render(data).trim();
  } catch (error) {
    if (!(error instanceof TemplateRuntimeError)) throw error;
    throw new Failure('invalid_data', `-o does not give a valid file name for this row: ${error.detail}`, {
      cause: error,
    });
  }
}

/** A value is part of a name: it must not create folders or contain control characters. */
function withoutSeparators(value: Json): Json {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
  if (typeof value === 'string') return value.replace(/[/\\\u0001-\u001f\u007f-\u009f]/g, '-');
  if (Array.isArray(value)) return value.map(withoutSeparators);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, Json> = {};
  for (const [key, each] of Object.entries(value)) putKey(copy, key, withoutSeparators(each));
  return copy;
}
