/** The bundled fonts, each read when it is first needed: Open Sans, and Vazirmatn for Arabic script, which that lacks. */
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { BundledFont } from './bundled-font.ts';

/** Reads the TrueType file of a bundled font by its PostScript name. */
export type ReadBundledFont = (name: string) => Buffer;

export interface FontStyle {
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

export class BundledFonts {
  readonly #read: ReadBundledFont;
  readonly #update: IncrementalUpdate;
  readonly #open = new Map<string, BundledFont>();

  constructor(read: ReadBundledFont, update: IncrementalUpdate) {
    this.#read = read;
    this.#update = update;
  }

  /** The font that lacks the fewest characters of the text, its name, those characters, and those that no font has. */
  find(text: string, { isBold, isItalic }: FontStyle = { isBold: false, isItalic: false }) {
    const weight = isBold ? 'Bold' : '';
    const first = this.#lackOf(`OpenSans-${`${weight}${isItalic ? 'Italic' : ''}` || 'Regular'}`, text);
    if (first.missing.length === 0) return { ...first, unknown: [] };
    // It has no italics.
    const second = this.#lackOf(`Vazirmatn-${weight || 'Regular'}`, text);
    const unknown = first.missing.filter((character) => second.missing.includes(character));
    return { ...(second.missing.length < first.missing.length ? second : first), unknown };
  }

  /** Writes those that were used. */
  finish(): void {
    for (const font of this.#open.values()) font.finish();
  }

  #lackOf(name: string, text: string) {
    let font = this.#open.get(name);
    if (!font) {
      font = new BundledFont(name, this.#read(name), this.#update);
      this.#open.set(name, font);
    }
    return { name: name.replace('-', ''), font, missing: font.missingIn(text) };
  }
}
