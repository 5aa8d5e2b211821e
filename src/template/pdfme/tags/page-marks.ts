/** Marks the content of a page as part of an element of the structure, or as an artifact, while it is drawn. */
import type * as PdfLib from '@pdfme/pdf-lib';
import type { Mark, TagElement, TagTree } from './tag-tree.ts';

/** Content that screen readers skip. `Header`, `Footer` and `Pagination` are repeated on each page. */
export type DrawnArtifact = 'plain' | 'Header' | 'Footer' | 'Pagination';

const properties: Readonly<Record<DrawnArtifact, string | undefined>> = {
  plain: undefined,
  Header: '<</Type/Pagination/Subtype/Header>>',
  Footer: '<</Type/Pagination/Subtype/Footer>>',
  Pagination: '<</Type/Pagination>>',
};

type Open = { readonly artifact: DrawnArtifact } | { readonly mark: Mark; readonly element: TagElement };

export class PageMarks {
  readonly page: PdfLib.PDFPage;
  readonly tree: TagTree;
  readonly #lib: typeof PdfLib;
  #open: Open | undefined;

  constructor(lib: typeof PdfLib, page: PdfLib.PDFPage, tree: TagTree) {
    this.#lib = lib;
    this.page = page;
    this.tree = tree;
    tree.addPage(page);
  }

  /** Makes everything that is drawn next an artifact. */
  artifact(kind: DrawnArtifact): void {
    if (this.#open && 'artifact' in this.#open && this.#open.artifact === kind) return;
    this.close();
    const given = properties[kind];
    if (given === undefined) this.#push('BMC', this.#name('Artifact'));
    else this.#push('BDC', this.#name('Artifact'), given);
    this.#open = { artifact: kind };
  }

  /** Makes everything that is drawn next part of the element; with `isApart`, always under a new mark. */
  content(element: TagElement, isApart = false): Mark {
    const open = this.#open;
    if (!isApart && open && 'mark' in open && this.tree.ownerOf(open.mark) === element) return open.mark;
    this.close();
    const mark = this.tree.mark(this.page, element);
    this.#push('BDC', this.#name(element.type), `<</MCID ${mark.mcid}>>`);
    this.#open = { mark, element };
    return mark;
  }

  close(): void {
    if (this.#open) this.#push('EMC');
    this.#open = undefined;
  }

  #push(operator: string, ...args: (string | PdfLib.PDFName)[]): void {
    const { PDFOperator } = this.#lib;
    this.page.pushOperators(PDFOperator.of(operator as PdfLib.PDFOperatorNames, args));
  }

  #name(name: string): PdfLib.PDFName {
    return this.#lib.PDFName.of(name);
  }
}
