/** Annotations: clauses 6.3 and 6.4.1 of PDF/A, 7.2 and 7.18 of PDF/UA. */
import { isDict, type PdfDict, PdfStream, PdfString } from '../../../pdf/object.ts';
import { decodeTextString } from '../../../pdf/text-string.ts';
import type { CheckedDocument, CheckedPage } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { type StructureTree, structureTreeOf } from '../../structure/structure-tree.ts';
import type { Check, Rule } from '../rule.ts';

const appearanceRemedy = 'Give the annotation a normal appearance (N) and no other one.';
const linkRemedy = 'Ask for PDF/UA when the document is made: pdfapi then describes and tags each link.';
const fieldRemedy = 'Label the form field: <label>, title or aria-label.';

const typeRule: Rule = { pdfa: ['6.3.1', 1], remedy: 'Remove the annotation, or draw what it shows into the page.' };
const flagsRule: Rule = { pdfa: ['6.3.2', 1], remedy: 'Give the annotation the flag Print.' };
const visibleRule: Rule = {
  pdfa: ['6.3.2', 2],
  remedy: 'Set the flag Print of the annotation, and none that hides it.',
};
const appearanceRule: Rule = { pdfa: ['6.3.3', 1], remedy: appearanceRemedy };
const onlyNormalRule: Rule = { pdfa: ['6.3.3', 2], remedy: appearanceRemedy };
const buttonRule: Rule = { pdfa: ['6.3.3', 3], remedy: appearanceRemedy };
const streamRule: Rule = { pdfa: ['6.3.3', 4], remedy: appearanceRemedy };
const widgetActionRule: Rule = { pdfa: ['6.4.1', 1], remedy: 'Remove the actions of the form field.' };
const contentsLanguageRule: Rule = {
  pdfua: ['7.2', 24],
  remedy: 'Declare the language of the document: <html lang="en">.',
};
const annotTagRule: Rule = { pdfua: ['7.18.1', 1], remedy: 'Put the annotation into an Annot element.' };
const descriptionRule: Rule = { pdfua: ['7.18.1', 2], remedy: linkRemedy };
const fieldNameRule: Rule = { pdfua: ['7.18.1', 3], remedy: fieldRemedy };
const trapNetRule: Rule = { pdfua: ['7.18.2', 1], remedy: 'Remove the TrapNet annotation.' };
const tabsRule: Rule = { pdfua: ['7.18.3', 1], remedy: 'Let the tab order of the page follow its structure (/Tabs /S).' };
const widgetTagRule: Rule = { pdfua: ['7.18.4', 1], remedy: 'Put the form field into a Form element.' };
const linkTagRule: Rule = { pdfua: ['7.18.5', 1], remedy: linkRemedy };
const linkContentsRule: Rule = { pdfua: ['7.18.5', 2], remedy: linkRemedy };
const printerMarkRule: Rule = { pdfua: ['7.18.8', 1], remedy: 'Take the printer mark out of the structure tree.' };

/** Types of ISO 32000-1 without 3D, Sound, Screen and Movie. */
const allowedTypes = new Set<string | undefined>([
  ...['Text', 'Link', 'FreeText', 'Line', 'Square', 'Circle', 'Polygon', 'PolyLine', 'Highlight', 'Underline'],
  ...['Squiggly', 'StrikeOut', 'Stamp', 'Caret', 'Ink', 'Popup', 'FileAttachment', 'Widget', 'PrinterMark'],
  ...['TrapNet', 'Watermark', 'Redact'],
]);

const flags = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 };

/** Parents of a form field. Real files stay below 10. */
const maxFieldDepth = 100;

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file, catalog } = document;
  const tree = structureTreeOf(document);
  const hasLanguage = file.get(catalog, 'Lang') instanceof PdfString;
  for (const page of document.pages) {
    const annotations = (file.array(page.dict, 'Annots') ?? []).map((item) => file.resolve(item)).filter(isDict);
    if (annotations.length === 0) continue;
    if (file.name(page.dict, 'Tabs') !== 'S') {
      findings.add(tabsRule, {
        message: 'The tab order of a page with annotations does not follow the structure.',
        page: page.number,
        object: page.ref?.number,
      });
    }
    for (const annotation of annotations) {
      const checker = new AnnotationChecker(document, tree, findings, page, annotation);
      checker.checkArchive();
      checker.checkAccess(hasLanguage);
    }
  }
}

class AnnotationChecker {
  readonly #document: CheckedDocument;
  readonly #tree: StructureTree;
  readonly #findings: FindingCollector;
  readonly #page: CheckedPage;
  readonly #dict: PdfDict;
  readonly #type: string | undefined;
  readonly #title: string;

  constructor(
    document: CheckedDocument,
    tree: StructureTree,
    findings: FindingCollector,
    page: CheckedPage,
    dict: PdfDict,
  ) {
    this.#document = document;
    this.#tree = tree;
    this.#findings = findings;
    this.#page = page;
    this.#dict = dict;
    this.#type = document.nameAt(dict, 'Subtype');
    this.#title = this.#type === undefined ? 'An annotation without a type' : `A ${this.#type} annotation`;
  }

  checkArchive(): void {
    const { file } = this.#document;
    if (!allowedTypes.has(this.#type)) this.#report(typeRule, 'is of a type that PDF/A does not allow');
    const value = file.number(this.#dict, 'F');
    if (value === undefined) {
      if (this.#type !== 'Popup') this.#report(flagsRule, 'has no flags (F)');
    } else {
      const hiding = (['invisible', 'hidden', 'noView', 'toggleNoView'] as const).filter((flag) => value & flags[flag]);
      if ((value & flags.print) === 0) this.#report(visibleRule, 'is not printed: its flag Print is not set');
      else if (hiding.length > 0) this.#report(visibleRule, `has the flags ${hiding.join(', ')}`);
    }
    this.#checkAppearance();
    const hasAction = this.#dict.has('A') || this.#dict.has('AA');
    if (this.#type === 'Widget' && hasAction) this.#report(widgetActionRule, 'of a form field has actions (A or AA)');
  }

  #checkAppearance(): void {
    const { file } = this.#document;
    const appearances = file.dict(this.#dict, 'AP');
    if (!appearances) {
      const isExempt = this.#type === 'Popup' || this.#type === 'Link' || this.#isPoint();
      if (!isExempt) this.#report(appearanceRule, 'has no appearance (AP)');
      return;
    }
    const keys = [...appearances.keys()];
    if (keys.join() !== 'N') {
      this.#report(onlyNormalRule, `has the appearances ${keys.join(', ') || '(none)'} instead of N alone`);
      return;
    }
    const normal = file.get(appearances, 'N');
    if (this.#type === 'Widget' && this.#fieldType() === 'Btn') {
      const hasStates =
        isDict(normal) && [...normal.values()].some((state) => file.resolve(state) instanceof PdfStream);
      if (!hasStates) this.#report(buttonRule, 'of a button has no appearance for each of its states');
    } else if (!(normal instanceof PdfStream)) {
      this.#report(streamRule, 'has an appearance that is no stream');
    }
  }

  /** The rectangle may be empty for annotations that are not shown. */
  #isPoint(): boolean {
    const [left, bottom, right, top] = this.#rectangle() ?? [0, 0, 1, 1];
    return left === right && bottom === top;
  }

  #rectangle(): readonly number[] | undefined {
    return toNumbers(this.#document, this.#document.file.array(this.#dict, 'Rect'));
  }

  /** The type of the field, which its parents may hold. */
  #fieldType(): string | undefined {
    const { file } = this.#document;
    let field: PdfDict | undefined = this.#dict;
    for (let depth = 0; field && depth < maxFieldDepth; depth++) {
      if (field.has('FT')) return file.name(field, 'FT');
      field = file.dict(field, 'Parent');
    }
    return undefined;
  }

  checkAccess(documentHasLanguage: boolean): void {
    if (!this.#findings.wants(tabsRule)) return;
    const { file } = this.#document;
    const contents = this.#text(this.#dict, 'Contents');
    const element = this.#tree.elementOfObject(this.#dict);
    if (contents !== undefined && !documentHasLanguage && !(element && this.#tree.text(element, 'Lang'))) {
      this.#report(contentsLanguageRule, 'has a description whose language is not known');
    }
    const type = this.#type;
    if (((file.number(this.#dict, 'F') ?? 0) & flags.hidden) !== 0 || this.#isOutsideCropBox()) return;
    const alternative = element && this.#tree.text(element, 'Alt');
    const meaning = element && this.#tree.standardTypeOf(element);
    const where = meaning === undefined ? 'no structure element' : `a ${meaning} element`;
    if (type === 'Widget') {
      if (!this.#fieldName() && !alternative) {
        this.#report(fieldNameRule, 'of a form field has no name for readers (TU)');
      }
      if (meaning !== 'Form') this.#report(widgetTagRule, `is in ${where} instead of a Form element`);
      return;
    }
    if (!contents && !alternative) this.#report(descriptionRule, 'has no description (Contents)');
    if (type === 'Link') {
      if (meaning !== 'Link') this.#report(linkTagRule, `is in ${where} instead of a Link element`);
      if (!contents) this.#report(linkContentsRule, 'has no description (Contents)');
    } else if (type === 'PrinterMark') {
      if (element) this.#report(printerMarkRule, 'is in the structure tree');
    } else {
      if (type === 'TrapNet') this.#report(trapNetRule, 'is not allowed');
      if (meaning !== 'Annot') this.#report(annotTagRule, `is in ${where} instead of an Annot element`);
    }
  }

  /** The `TU` of the field: the annotation's own one if that is a field, else that of the field above. */
  #fieldName(): string | undefined {
    const { file } = this.#document;
    const field = this.#dict.has('T') ? this.#dict : file.dict(this.#dict, 'Parent');
    return field && this.#text(field, 'TU');
  }

  #isOutsideCropBox(): boolean {
    const { file } = this.#document;
    const { inherited } = this.#page;
    const rectangle = this.#rectangle();
    const box = inherited.get('CropBox') ?? inherited.get('MediaBox');
    const crop = toNumbers(this.#document, Array.isArray(file.resolve(box)) ? box : undefined);
    if (!rectangle || !crop) return false;
    const [left = 0, bottom = 0, right = 0, top = 0] = rectangle;
    const [cropLeft = 0, cropBottom = 0, cropRight = 0, cropTop = 0] = crop;
    return cropBottom >= top || cropLeft >= right || cropTop <= bottom || cropRight <= left;
  }

  #text(dict: PdfDict, key: string): string | undefined {
    const value = this.#document.file.string(dict, key);
    return value && decodeTextString(value);
  }

  /** `what` completes "A Link annotation …". */
  #report(rule: Rule, what: string): void {
    this.#findings.add(rule, {
      message: `${this.#title} ${what}.`,
      page: this.#page.number,
      object: this.#document.objectNumber(this.#dict),
    });
  }
}

/** Undefined if there are not four numbers. */
function toNumbers({ file }: CheckedDocument, value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const numbers = value.slice(0, 4).map((item) => file.resolve(item));
  return numbers.length === 4 && numbers.every((item) => typeof item === 'number') ? numbers : undefined;
}

export const annotationCheck: Check = {
  rules: [
    ...[typeRule, flagsRule, visibleRule, appearanceRule, onlyNormalRule, buttonRule, streamRule, widgetActionRule],
    ...[contentsLanguageRule, annotTagRule, descriptionRule, fieldNameRule, trapNetRule, tabsRule, widgetTagRule],
    ...[linkTagRule, linkContentsRule, printerMarkRule],
  ],
  inspect,
};
