/** Reads the texts of the glyphs of a printed document, by font. */
import { readToUnicode, textOfDigits } from '../fonts/to-unicode.ts';
import { getName, isDict, type PdfDict, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** The texts that the codes of a font stand for. */
export interface FontTexts {
  /** In hexadecimal digits. */
  readonly codeLength: number;
  readonly texts: ReadonlyMap<number, string>;
  /** The code of the space in hexadecimal digits, if the font has one. */
  readonly space: string | undefined;
}

/** Reads the fonts of a file, each once. */
export class FontReader {
  readonly #file: PdfReader;
  readonly #known = new Map<PdfValue, FontTexts | undefined>();

  constructor(file: PdfReader) {
    this.#file = file;
  }

  /** Returns the fonts of resources by their names. Throws `malformed`, `too_large` when one is asked for. */
  of(resources: PdfDict | undefined): (name: string) => FontTexts | undefined {
    const fonts = resources && this.#file.dict(resources, 'Font');
    return (name) => {
      const font = fonts && this.#file.get(fonts, name);
      if (!font || !isDict(font)) return undefined;
      if (!this.#known.has(font)) this.#known.set(font, readFont(this.#file, font));
      return this.#known.get(font);
    };
  }
}

function readFont(file: PdfReader, font: PdfDict): FontTexts | undefined {
  const map = file.get(font, 'ToUnicode');
  if (!(map instanceof PdfStream)) return undefined;
  const digits = readToUnicode(Buffer.from(file.decode(map)).toString('latin1'));
  if (!digits) return undefined;
  const codeLength = getName(file.get(font, 'Subtype')) === 'Type0' ? 4 : 2;
  const texts = new Map<number, string>();
  let space: string | undefined;
  for (const [code, text] of digits) {
    texts.set(code, textOfDigits(text));
    if (text === '0020') space ??= code.toString(16).toUpperCase().padStart(codeLength, '0');
  }
  return { codeLength, texts, space };
}
