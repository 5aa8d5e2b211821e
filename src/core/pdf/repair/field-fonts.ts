/** Standard fonts for form fields, by the font that a field asks for. */
import {
  PDFDict,
  type PDFDocument,
  type PDFField,
  type PDFFont,
  PDFName,
  type PDFObject,
  StandardFonts,
} from '@cantoo/pdf-lib';

export interface FieldFont {
  readonly font: PDFFont;
  /** Code points that it has. */
  readonly characters: ReadonlySet<number>;
}

/** Fields stand in fields five deep in real forms. */
const maxDepth = 32;

const styles = ['', 'Bold', 'Italic', 'BoldItalic'] as const;
type Style = (typeof styles)[number];

const families: readonly (readonly [name: RegExp, fonts: Readonly<Record<Style, StandardFonts>>])[] = [
  [
    /cour|mono|consol/i,
    {
      '': StandardFonts.Courier,
      Bold: StandardFonts.CourierBold,
      Italic: StandardFonts.CourierOblique,
      BoldItalic: StandardFonts.CourierBoldOblique,
    },
  ],
  [
    /tim|(?<!sans.?)serif|roman|georgia|garamond|minion/i,
    {
      '': StandardFonts.TimesRoman,
      Bold: StandardFonts.TimesRomanBold,
      Italic: StandardFonts.TimesRomanItalic,
      BoldItalic: StandardFonts.TimesRomanBoldItalic,
    },
  ],
  [
    /(?:)/,
    {
      '': StandardFonts.Helvetica,
      Bold: StandardFonts.HelveticaBold,
      Italic: StandardFonts.HelveticaOblique,
      BoldItalic: StandardFonts.HelveticaBoldOblique,
    },
  ],
];

export class FieldFonts {
  readonly #document: PDFDocument;
  readonly #form: PDFDict;
  readonly #known = new Map<StandardFonts, FieldFont>();

  constructor(document: PDFDocument, form: PDFDict) {
    this.#document = document;
    this.#form = form;
  }

  get default(): FieldFont {
    return this.#standard(StandardFonts.Helvetica);
  }

  /** The standard font that is closest to the one of the field's default appearance (`/TiRo 12 Tf 0 g`). */
  fontOf(field: PDFField): FieldFont {
    const [, name = ''] =
      /\/([^\s/()<>[\]{}%]+)\s+[\d.+-]+\s+Tf/.exec(getText(this.#findAppearance(field))) ?? [];
    const resources = this.#form.lookup(PDFName.of('DR'));
    const fonts = resources instanceof PDFDict ? resources.lookup(PDFName.of('Font')) : undefined;
    const font = fonts instanceof PDFDict ? fonts.lookup(PDFName.of(name)) : undefined;
    const base = font instanceof PDFDict ? font.lookup(PDFName.of('BaseFont')) : undefined;
    return this.#standard(standardFont(base instanceof PDFName ? base.decodeText() : name));
  }

  /**
   * Gives the field a default appearance of its own where it inherits one, for the library, which looks nowhere else and
   * names its own font in it. Returns what puts the field back as it was.
   */
  lendTo(field: PDFField): () => void {
    const key = PDFName.of('DA');
    const { dict } = field.acroField;
    const dicts = [dict, ...field.acroField.getWidgets().map((widget) => widget.dict)];
    const before = dicts.map((each) => each.get(key));
    const inherited = this.#findAppearance(field);
    if (!dict.has(key) && inherited) dict.set(key, inherited);
    return () => {
      for (const [i, each] of dicts.entries()) {
        const value = before[i];
        if (value) each.set(key, value);
        else each.delete(key);
      }
    };
  }

  #findAppearance(field: PDFField): PDFObject | undefined {
    const key = PDFName.of('DA');
    let dict: PDFObject | undefined = field.acroField.dict;
    for (let level = 0; dict instanceof PDFDict && level < maxDepth; level++) {
      const own = dict.lookup(key);
      if (own) return own;
      dict = dict.lookup(PDFName.of('Parent'));
    }
    return this.#form.lookup(key);
  }

  #standard(name: StandardFonts): FieldFont {
    const known = this.#known.get(name);
    if (known) return known;
    const font = this.#document.embedStandardFont(name);
    const field = { font, characters: new Set(font.getCharacterSet()) };
    this.#known.set(name, field);
    return field;
  }
}

function standardFont(baseFont: string): StandardFonts {
  const isBold = /bold|bd\b|bo$|black|heavy/i.test(baseFont);
  const isItalic = /italic|oblique|ob$|it$|bi$/i.test(baseFont);
  const style: Style = `${isBold ? 'Bold' : ''}${isItalic ? 'Italic' : ''}`;
  return families.find(([name]) => name.test(baseFont))?.[1][style] ?? StandardFonts.Helvetica;
}

const getText = (value: PDFObject | undefined): string =>
  value !== undefined && 'decodeText' in value ? (value as { decodeText(): string }).decodeText() : '';
