/** Finds a font for the text of a field: the one that the field asks for, or a bundled one that has all characters. */

import { BundledFonts } from '#pdf/fonts/bundled-fonts';
import { readGlyphWidths } from '#pdf/fonts/glyph-widths';
import { readFontTexts } from '#pdf/fonts/read-font-texts';
import type { TextFont } from '#pdf/fonts/text-font';
import { textOfDigits } from '#pdf/fonts/to-unicode';
import { isDict, isNamed, type PdfDict, PdfStream, type PdfValue } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';
import type { IncrementalUpdate } from '#pdf/writing/incremental-update';
import { readOwnFont } from '#runtime/built-file';
import { type CharacterCode, codedFont } from './coded-font.ts';
import { heights, simpleTextFont } from './simple-font.ts';
import { standardFontDict } from './standard-font-dict.ts';
import { standardName, styleOf } from './standard-fonts.ts';

interface FormFontsOptions {
  /** Whether every font must be in the file, as PDF/A says. */
  readonly mustEmbed: boolean;
}

export interface FoundFont {
  /** Its name in the resources of the appearance. */
  readonly name: string;
  readonly font: TextFont;
}

interface MissingCharacters {
  /** The characters that the best font does not have. */
  readonly missing: readonly string[];
  /** The missing characters that no font has. The others are in fonts, but in none that has the rest of the text. */
  readonly unknown: readonly string[];
}

export class FormFonts {
  readonly #file: PdfReader;
  readonly #update: IncrementalUpdate;
  readonly #options: FormFontsOptions;
  readonly #known = new Map<string, TextFont | undefined>();
  readonly #bundled: BundledFonts;

  constructor(file: PdfReader, update: IncrementalUpdate, options: FormFontsOptions) {
    this.#file = file;
    this.#update = update;
    this.#options = options;
    this.#bundled = new BundledFonts(readOwnFont, update);
  }

  /**
   * `name`: of the font that the field asks for, in the resources of the form. Throws `malformed`, `too_large`.
   */
  find(name: string, text: string): FoundFont | MissingCharacters {
    const own = this.#own(name);
    if (own && own.missingIn(text).length === 0) return { name: plainName(name), font: own };
    const { missing, unknown, ...bundled } = this.#bundled.find(text, styleOf(this.#baseFont(name) ?? name));
    return missing.length === 0 ? bundled : { missing, unknown };
  }

  /** Writes the bundled fonts that were used. */
  finish(): void {
    this.#bundled.finish();
  }

  #own(name: string): TextFont | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#read(name));
    return this.#known.get(name);
  }

  #read(name: string): TextFont | undefined {
    const resource = this.#fonts?.get(name) ?? null;
    const dict = this.#file.resolve(resource);
    if (!isDict(dict)) return this.#standard(name);
    if (this.#options.mustEmbed && !isEmbedded(this.#file, dict)) return undefined;
    return simpleTextFont(this.#file, dict, resource) ?? compositeTextFont(this.#file, dict, resource);
  }

  /** Some forms name a standard font that they do not list. */
  #standard(name: string): TextFont | undefined {
    const base = standardName(name);
    if (this.#options.mustEmbed || base === undefined) return undefined;
    const dict = standardFontDict(base);
    return simpleTextFont(this.#file, dict, this.#update.add(dict));
  }

  #baseFont(name: string): string | undefined {
    const font = this.#fonts && this.#file.dict(this.#fonts, name);
    return font && this.#file.name(font, 'BaseFont');
  }

  get #fonts(): PdfDict | undefined {
    const form = this.#file.dict(this.#file.catalog, 'AcroForm');
    const resources = form && this.#file.dict(form, 'DR');
    return resources && this.#file.dict(resources, 'Font');
  }
}

function isEmbedded(file: PdfReader, font: PdfDict): boolean {
  const descendant = file.resolve(file.array(font, 'DescendantFonts')?.[0]);
  const descriptor = file.dict(isDict(descendant) ? descendant : font, 'FontDescriptor');
  return ['FontFile', 'FontFile2', 'FontFile3'].some(
    (key) => descriptor && file.get(descriptor, key) instanceof PdfStream,
  );
}

/** Names of some files have characters that must be escaped in content. */
const plainName = (name: string): string => name.replaceAll(/[^\w.-]/g, '') || 'F';

/**
 * Reads a font whose codes are glyph numbers (ISO 32000-2, 9.7), as programs embed fonts with many characters.
 * Undefined for a font whose codes have another meaning. Throws `malformed`, `too_large`.
 */
function compositeTextFont(file: PdfReader, dict: PdfDict, resource: PdfValue): TextFont | undefined {
  if (!isNamed(file.get(dict, 'Subtype'), 'Type0') || !isNamed(file.get(dict, 'Encoding'), 'Identity-H')) {
    return undefined;
  }
  const glyphs = file.resolve(file.array(dict, 'DescendantFonts')?.[0]);
  const texts = readFontTexts(file, dict);
  if (!isDict(glyphs) || !(texts instanceof Map)) return undefined;
  const widths = readGlyphWidths(file, file.get(glyphs, 'W'));
  if (!widths) return undefined;
  const defaultWidth = file.number(glyphs, 'DW') ?? 1000;
  const codes = new Map<string, CharacterCode>();
  for (const [code, digits] of texts) {
    const text = textOfDigits(digits);
    if ([...text].length !== 1 || codes.has(text)) continue;
    codes.set(text, { code, width: widths.get(code) ?? defaultWidth });
  }
  return codedFont({
    resource,
    codes,
    codeBytes: 2,
    heights: heights(file, file.dict(glyphs, 'FontDescriptor')),
  });
}
