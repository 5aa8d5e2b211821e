/**
 * Makes the fields of a form, or all annotations, a part of the pages: what a reader sees stays, and nothing can be filled or
 * moved any more.
 */

import { drawnOver, type OverTarget, saveState } from '#pdf/contents/drawn-over';
import { inherited } from '#pdf/document/form-fields';
import { getPages, type Page } from '#pdf/document/page-tree';
import { pageView } from '#pdf/document/page-view';
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue } from '#pdf/object';
import { PdfError } from '#pdf/pdf-error';
import { PdfReader } from '#pdf/reading/reader';
import { ObjectEdits } from '#pdf/signing/object-edits';
import { annotationAppearance } from '#pdf/underlay/annotation-appearance';
import { DrawableForms } from '#pdf/underlay/drawable-forms';
import { matrixText } from '#pdf/underlay/matrix';
import { IncrementalUpdate } from '#pdf/writing/incremental-update';
import { kindOf } from '../model/field-kind.ts';
import { FlattenedTags } from './flattened-tags.ts';

/** Flag of annotations that are printed (ISO 32000-2, table 167). */
const print = 4;

/** Real forms have 5 levels. */
const maxDepth = 32;

export interface FlattenedForm {
  /** With an incremental update. In a tagged PDF each field keeps its element, which then holds its drawing. */
  readonly pdf: Uint8Array;
  /** Numbers of pages that lost push buttons which are seen, but not printed: "Print", but also a logo. */
  readonly pagesWithoutButtons: readonly number[];
}

/**
 * `all`: comments, stamps and other annotations that draw something too; links stay. Throws `malformed`, `too_large`.
 */
export function flattenForm(pdf: Uint8Array, which: 'fields' | 'all' = 'fields'): FlattenedForm {
  const file = new PdfReader(pdf);
  const update = new IncrementalUpdate(file);
  const edits = new ObjectEdits(file, update);
  const tags = FlattenedTags.of(edits);
  const add = (value: PdfValue) => update.add(value);
  const forms = new DrawableForms(file, add);
  const pagesWithoutButtons = new Set<number>();
  const target = { add, save: add(saveState()) };
  const context = { edits, tags, forms, target, pagesWithoutButtons, which };
  let number = 0;
  for (const page of getPages(file)) flattenPage(context, page, ++number);
  tags?.finish();
  edits.catalog.delete('AcroForm');
  return {
    pdf: Buffer.concat([file.bytes, update.bytes(new Map())]),
    pagesWithoutButtons: [...pagesWithoutButtons],
  };
}

interface FlattenContext {
  readonly edits: ObjectEdits;
  readonly tags: FlattenedTags | undefined;
  readonly forms: DrawableForms;
  readonly target: OverTarget;
  readonly pagesWithoutButtons: Set<number>;
  readonly which: 'fields' | 'all';
}

function flattenPage(context: FlattenContext, page: Page, number: number): void {
  const { edits, tags, forms, target } = context;
  const { file } = edits;
  const { rotation } = pageView(file, page);
  const annotations = file.array(page.dict, 'Annots') ?? [];
  const isField = (item: PdfValue) => {
    const dict = file.resolve(item);
    return isDict(dict) && isNamed(file.get(dict, 'Subtype'), 'Widget');
  };
  const isFlattened = (item: PdfValue) => isField(item) || (context.which === 'all' && isDrawn(file, item));
  const widgets = annotations.filter(isFlattened);
  file.spend(annotations.length);
  if (widgets.length === 0) return;
  if (!page.ref) throw new PdfError('malformed', 'A page of the PDF is not an indirect object.');
  const dict = edits.dict(page.ref);
  const names = new FormNames(file, page);
  const drawn: string[] = [];
  for (const item of widgets) {
    const widget = file.resolve(item) as PdfDict;
    const chain = isField(item) ? fieldChain(file, widget) : undefined;
    const seen = annotationAppearance(file, widget, rotation);
    const shown = !chain || isKept(file, chain) ? seen : undefined;
    if (seen && !shown) context.pagesWithoutButtons.add(number);
    const mark = tags?.replace(
      { widget, ref: item instanceof PdfRef ? item : undefined, chain, isShown: shown !== undefined },
      {
        page: page.ref,
        dict,
      },
    );
    if (!shown) continue;
    const content = `q ${matrixText(shown.matrix)} cm /${names.add(forms.of(shown.form))} Do Q`;
    drawn.push(mark === undefined ? content : `/Form <</MCID ${mark}>> BDC ${content} EMC`);
  }
  const others = annotations.filter((item) => !widgets.includes(item));
  if (others.length > 0) dict.set('Annots', others);
  else dict.delete('Annots');
  if (drawn.length === 0) return;
  dict.set('Contents', drawnOver(file, { page, number }, `${drawn.join('\n')}\n`, target));
  dict.set('Resources', names.resources());
}

/** Whether the annotation has drawings, or belongs to one that has: links have none, and nothing shows a closed note. */
function isDrawn(file: PdfReader, item: PdfValue): boolean {
  const dict = file.resolve(item);
  return isDict(dict) && (isDict(file.get(dict, 'AP')) || isNamed(file.get(dict, 'Subtype'), 'Popup'));
}

/** The widget and the fields above it, nearest first. */
function fieldChain(file: PdfReader, widget: PdfDict): PdfDict[] {
  const chain: PdfDict[] = [];
  for (
    let dict: PdfDict | undefined = widget;
    dict && chain.length < maxDepth;
    dict = file.dict(dict, 'Parent')
  ) {
    chain.push(dict);
  }
  return chain;
}

/** A button such as "Print" has no use on paper, and says so. */
function isKept(file: PdfReader, chain: readonly PdfDict[]): boolean {
  const flags = inherited(file, chain, 'Ff');
  const kind = kindOf(inherited(file, chain, 'FT'), typeof flags === 'number' ? flags : 0);
  const [widget] = chain;
  return kind !== 'button' || (((widget && file.number(widget, 'F')) ?? 0) & print) !== 0;
}

/** Names of forms in the resources of a page. */
class FormNames {
  readonly #file: PdfReader;
  readonly #resources: PdfDict;
  readonly #forms: PdfDict;

  constructor(file: PdfReader, { inherited: attributes }: Page) {
    const resources = file.resolve(attributes.get('Resources'));
    this.#file = file;
    this.#resources = isDict(resources) ? resources : new Map();
    this.#forms = new Map(this.#file.dict(this.#resources, 'XObject') ?? []);
  }

  add(form: PdfRef): string {
    let number = this.#forms.size;
    while (this.#forms.has(`Field${number}`)) number++;
    this.#forms.set(`Field${number}`, form);
    return `Field${number}`;
  }

  resources(): PdfDict {
    return new Map(this.#resources).set('XObject', this.#forms);
  }
}
