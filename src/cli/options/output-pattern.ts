/**
 * `-o 'out/{{ number }}.pdf'`: the path of each of several PDFs, which is always below the pattern's folder. Images of
 * pages have `{n}` in their names too: `-o 'out/{{ number }}-{n}.png'`.
 */
import { dirname, join } from 'node:path';
import { Failure } from '#contract/errors';
import type { Json, JsonObject } from '#contract/json';
import { putKey } from '#template/rows/column-path';
import { type CompiledTemplate, compile, TemplateRuntimeError, TemplateSyntaxError } from '#twig';
import { assertFilename } from './assert-filename.ts';
import { assertPdfPath } from './assert-pdf-path.ts';
import { pagePlaceholder } from './images/image-options.ts';

/** Words for error messages about a pattern: what each of its PDFs is made of. */
export interface PatternWords {
  /** `row`. */
  readonly item: string;
  /** The variable with its number, which is different for each. */
  readonly number: string;
  /** A hint at the option that makes one file of all items. */
  readonly otherwise: string;
}

const words: PatternWords = {
  item: 'row',
  number: 'row_number',
  otherwise: 'for one PDF of all rows: --merge-into',
};

/** The number of the page in paths, until it is known. Values of the data cannot contain it, though they may contain `{n}`. */
const pageMark = '\u0001';

/** Returns the path of a page, of the path of its row. */
export const pathOfPage = (path: string, page: string): string => path.replaceAll(pageMark, page);

export interface OutputPattern {
  /** The folder before the first `{{`. */
  readonly root: string;
  /** No two rows can have the same path, whatever their pages are. */
  readonly isUnique: boolean;
  /**
   * Returns the path of a row. For images it still needs the number of the page, which `pathOfPage` puts in. Throws
   * `invalid_data` if the data yields no file name, or one outside of the root.
   */
  pathOf(data: JsonObject, number: number | string): string;
}

/** `ofImages` is for names in which `{n}` is the number of the page. Throws `usage`. */
export function outputPattern(
  given: string,
  { item, number: rowNumber, otherwise }: PatternWords = words,
  ofImages = false,
): OutputPattern {
  if (!ofImages) assertPdfPath('-o', given);
  const pattern = ofImages ? given.replaceAll(pagePlaceholder, pageMark) : given;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the mark of the page.
  const twig = pattern.search(/\{[{%#]|\u0001/);
  const fixed = twig < 0 ? pattern : pattern.slice(0, twig);
  const slash = fixed.search(/[/\\][^/\\]*$/);
  // On other systems a backslash is part of a name.
  const cut = process.platform === 'win32' ? slash : fixed.lastIndexOf('/');
  const root = cut < 0 ? '.' : dirname(`${fixed.slice(0, cut)}/x`);
  const below = pattern.slice(cut + 1);
  const compiled = compileNames(below);
  if (compiled.variables.length === 0) {
    throw new Failure('usage', `-o "${given}" names the same file for every ${item}.`, {
      hint: ofImages
        ? `Include a value of the ${item}: -o 'out/{{ ${rowNumber} }}-${pagePlaceholder}.png'`
        : `Include a value of the ${item}: -o 'out/{{ ${rowNumber} }}.pdf'; ${otherwise}`,
    });
  }
  return {
    root,
    isUnique:
      new RegExp(String.raw`^[^{]*\{\{-?\s*${rowNumber}\s*-?\}\}[^{]*$`).test(below) &&
      // With nothing between them, page 1 of row 11 has the name of page 11 of row 1.
      (!below.includes(pageMark) || below.includes(`}}-${pageMark}`)),
    pathOf(data, number) {
      const name = fill(compiled, { ...(withoutSeparators(data) as JsonObject), [rowNumber]: number }, item);
      assertFilename(name, item);
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

function fill(compiled: CompiledTemplate, data: JsonObject, item: string): string {
  try {
    return compiled.render(data).trim();
  } catch (error) {
    if (!(error instanceof TemplateRuntimeError)) throw error;
    throw new Failure(
      'invalid_data',
      `-o does not give a valid file name for this ${item}: ${error.detail}`,
      {
        cause: error,
      },
    );
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
