/** Gathers which fonts the contents show text with, and which of their codes. */
import type { PdfDict } from '#pdf/object';
import type { ContentMark, ContentPosition } from '../../content/content-visitor.ts';
import { type CompositeFont, readCompositeFont } from '../../fonts/composite-font.ts';
import { readSimpleFont, type SimpleFont } from '../../fonts/simple-font.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import { ReplacementTexts } from './replacement-texts.ts';

export interface CodeUse {
  /** The first page that shows the code. */
  readonly page: number | undefined;
  /** Whether it is shown in another mode than invisible. */
  isRendered: boolean;
  /** Whether it is shown without an ActualText. */
  isUnexplained: boolean;
}

export interface FontUse {
  readonly font: SimpleFont | CompositeFont;
  /** The first page that shows text with the font. */
  readonly page: number | undefined;
  isRendered: boolean;
  readonly codes: Map<number, CodeUse>;
}

export function isComposite(font: SimpleFont | CompositeFont): font is CompositeFont {
  return font.subtype === 'Type0';
}

const invisible = 3;

export class FontUses {
  readonly #document: CheckedDocument;
  readonly #uses = new Map<PdfDict, FontUse>();
  readonly #replacements: ReplacementTexts;
  #mark: ContentMark | undefined;
  #isExplained = false;

  constructor(document: CheckedDocument) {
    this.#document = document;
    this.#replacements = new ReplacementTexts(document);
  }

  get all(): Iterable<FontUse> {
    return this.#uses.values();
  }

  show(shown: string, { state, stream, mark }: ContentPosition): void {
    const { font } = state;
    if (!font) return;
    const page = stream.page?.number;
    let use = this.#uses.get(font);
    if (!use) {
      use = { font: this.#read(font), page, isRendered: false, codes: new Map() };
      this.#uses.set(font, use);
    }
    const isRendered = state.textMode !== invisible;
    use.isRendered ||= isRendered;
    if (mark !== this.#mark) {
      this.#mark = mark;
      this.#isExplained = mark !== undefined && this.#replacements.has(mark);
    }
    for (const code of use.font.codes(shown)) {
      const known = use.codes.get(code);
      if (!known) use.codes.set(code, { page, isRendered, isUnexplained: !this.#isExplained });
      else {
        known.isRendered ||= isRendered;
        known.isUnexplained ||= !this.#isExplained;
      }
    }
  }

  #read(dict: PdfDict): SimpleFont | CompositeFont {
    const isType0 = this.#document.nameAt(dict, 'Subtype') === 'Type0';
    return isType0 ? readCompositeFont(this.#document, dict) : readSimpleFont(this.#document, dict);
  }
}
