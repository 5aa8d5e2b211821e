/** The pages of the base as form XObjects. Each is written once, however many pages use it. */
import type { ValueCopier } from '../copying/value-copier.ts';
import type { Page } from '../document/page-tree.ts';
import { type PageView, pageView } from '../document/page-view.ts';
import { isDict, type PdfDict, PdfName, type PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { type AnnotationAppearance, annotationAppearance } from './annotation-appearance.ts';
import type { ContentOfPage } from './content-of-page.ts';
import { DrawableForms } from './drawable-forms.ts';
import { matrixText } from './matrix.ts';

export interface BasePage {
  /** Undefined for an empty page. */
  readonly form: PdfRef | undefined;
  readonly view: PageView;
  readonly links: readonly PdfDict[];
}

/** Bytes of a reference in a list that several pages may share, for the reading budget. */
const typicalLength = 16;

export class BasePages {
  readonly #file: PdfReader;
  readonly #copier: ValueCopier;
  readonly #pages: readonly Page[];
  readonly #contentOf: ContentOfPage;
  readonly #forms: DrawableForms;
  readonly #made = new Map<number, BasePage>();

  constructor(file: PdfReader, copier: ValueCopier, pages: readonly Page[], contentOf: ContentOfPage) {
    this.#file = file;
    this.#copier = copier;
    this.#pages = pages;
    this.#contentOf = contentOf;
    this.#forms = new DrawableForms(file, (form) => copier.copy(form));
  }

  /** `index` counts from 0. The last page is repeated beyond the end. Throws `PdfError`. */
  at(index: number): BasePage | undefined {
    const own = Math.min(index, this.#pages.length - 1);
    const page = this.#pages[own];
    let made = this.#made.get(own);
    if (!made && page) {
      made = this.#make(page);
      this.#made.set(own, made);
    }
    return made;
  }

  #make(page: Page): BasePage {
    const file = this.#file;
    const view = pageView(file, page);
    const links: PdfDict[] = [];
    const appearances: AnnotationAppearance[] = [];
    const annotations = file.array(page.dict, 'Annots') ?? [];
    file.spend(annotations.length * typicalLength);
    for (const item of annotations) {
      const annotation = file.resolve(item);
      if (!isDict(annotation)) continue;
      if (file.name(annotation, 'Subtype') === 'Link') links.push(annotation);
      const appearance = annotationAppearance(file, annotation, view.rotation);
      if (appearance) appearances.push(appearance);
    }
    const content = this.#content(page, view);
    return {
      form: appearances.length > 0 ? this.#withAppearances(page, view, content, appearances) : content,
      view,
      links,
    };
  }

  #content(page: Page, view: PageView): PdfRef | undefined {
    const stream = this.#contentOf(this.#file, page);
    if (!stream) return undefined;
    const dict = formDict(view);
    for (const key of ['Filter', 'DecodeParms']) {
      const value = stream.dict.get(key);
      if (value !== undefined) dict.set(key, value);
    }
    dict.set('Resources', page.inherited.get('Resources') ?? new Map());
    const group = page.dict.get('Group');
    if (group !== undefined) dict.set('Group', group);
    return this.#copier.copy(new PdfStream(dict, stream.data));
  }

  /**
   * Adds the appearances of annotations, which are part of the visible page: filled fields, stamps, notes. A form without
   * resources of its own is drawn with those of its page (ISO 32000-2, table 93).
   */
  #withAppearances(
    page: Page,
    view: PageView,
    content: PdfRef | undefined,
    appearances: readonly AnnotationAppearance[],
  ): PdfRef {
    const inherited = this.#file.resolve(page.inherited.get('Resources'));
    const resources: PdfDict = new Map(isDict(inherited) ? inherited : []);
    const forms: PdfDict = new Map(this.#file.dict(resources, 'XObject'));
    this.#file.spend((resources.size + forms.size) * typicalLength);
    const add = (name: string, form: PdfRef): string => {
      let free = name;
      for (let number = 2; forms.has(free); number++) free = `${name}_${number}`;
      forms.set(free, form);
      return free;
    };
    let text = content ? `/${add('Page', content)} Do\n` : '';
    for (const [i, { form, matrix }] of appearances.entries()) {
      text += `q ${matrixText(matrix)} cm /${add(`Look${i}`, this.#forms.of(form))} Do Q\n`;
    }
    const dict = formDict(view).set('Resources', resources.set('XObject', forms));
    return this.#copier.copy(new PdfStream(dict, Buffer.from(text)));
  }
}

function formDict({ box }: PageView): PdfDict {
  return new Map<string, PdfValue>([
    ['Type', new PdfName('XObject')],
    ['Subtype', new PdfName('Form')],
    ['BBox', [...box]],
  ]);
}
