/** Gathers which fonts the contents show text with, and which of their codes. */
import { numberTreeEntries } from '#pdf/document/number-tree';
import { isDict, type PdfDict, PdfString, type PdfValue } from '#pdf/object';
import type { ContentMark, ContentPosition } from '../../content/content-visitor.ts';
import { type CompositeFont, readCompositeFont } from '../../fonts/composite-font.ts';
import { readSimpleFont, type SimpleFont } from '../../fonts/simple-font.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';

export interface CodeUse {
  /** The first page that shows the code. */
  readonly page: number | undefined;
  /** Whether it is shown in another mode than invisible. */
  isRendered: boolean;
  /** Whether it is shown without an ActualText. */
  isUnexplained: boolean;
  /** Whether it is shown outside of artifacts without an ActualText or Alt. */
  isUnspoken: boolean;
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
  #isSpoken = false;

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
      this.#isExplained = mark !== undefined && this.#replacements.has(mark, ['ActualText']);
      this.#isSpoken =
        mark !== undefined && (isArtifact(mark) || this.#replacements.has(mark, ['ActualText', 'Alt']));
    }
    for (const code of use.font.codes(shown)) {
      const known = use.codes.get(code);
      if (!known) {
        const [isUnexplained, isUnspoken] = [!this.#isExplained, !this.#isSpoken];
        use.codes.set(code, { page, isRendered, isUnexplained, isUnspoken });
      } else {
        known.isUnspoken ||= !this.#isSpoken;
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

function isArtifact(mark: ContentMark): boolean {
  for (let each: ContentMark | undefined = mark; each; each = each.outer) {
    if (each.tag === 'Artifact') return true;
  }
  return false;
}

/** Finds whether marked content has a text instead, itself or in its structure element (ISO 32000-1, 14.9.4). */
class ReplacementTexts {
  readonly #document: CheckedDocument;
  #parents: ReadonlyMap<number, PdfValue> | undefined;

  constructor(document: CheckedDocument) {
    this.#document = document;
  }

  has(mark: ContentMark, keys: readonly string[]): boolean {
    const { file } = this.#document;
    for (let each: ContentMark | undefined = mark; each; each = each.outer) {
      const { properties } = each;
      if (properties && keys.some((key) => file.get(properties, key) instanceof PdfString)) return true;
    }
    for (let each: ContentMark | undefined = mark; each; each = each.outer) {
      if (each.mcid !== undefined) return this.#isReplaced(each, each.mcid, keys);
    }
    return false;
  }

  #isReplaced({ stream }: ContentMark, mcid: number, keys: readonly string[]): boolean {
    const { file, catalog } = this.#document;
    const root = file.dict(catalog, 'StructTreeRoot');
    const key = file.number(stream.dict, 'StructParents');
    if (!root || key === undefined) return false;
    this.#parents ??= new Map(numberTreeEntries(file, root.get('ParentTree')));
    const elements = file.resolve(this.#parents.get(key));
    const element = Array.isArray(elements) ? file.resolve(elements[mcid]) : null;
    return isDict(element) && keys.some((key) => file.get(element, key) instanceof PdfString);
  }
}
