/** `editor.json` as the rest of the program sees it: checked, complete, each element with its place in the file. */

export interface EditorDocument {
  readonly page: PageBox;
  /** The elements of each page, in the order of the file. */
  readonly pages: readonly (readonly EditorElement[])[];
  /** Those of every page. They may print `{{ page }}` and `{{ pages }}`. */
  readonly statics: readonly EditorElement[];
}

/** Millimetres. */
export interface PageBox {
  readonly width: number;
  readonly height: number;
  /** Top, right, bottom, left: what grows over the end of a page goes on below the top one. */
  readonly padding: readonly [number, number, number, number];
}

/** What pdfme's renderers are given: complete, of the right types, and without our own keys. */
export interface ElementLook {
  readonly type: string;
  readonly name: string;
  readonly position: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
  readonly [key: string]: unknown;
}

export interface EditorElement {
  readonly look: ElementLook;
  /** Twig, or for pictures what the editor shows. */
  readonly content: string;
  /** Table and list: the cells of each row, with Twig. */
  readonly rows: readonly (readonly string[])[];
  /** `item in items`: the first row is printed for each. */
  readonly repeat?: string;
  /** An expression that gives the value. */
  readonly source?: string;
  /** An expression: false, null, 0 or nothing leaves the element out. */
  readonly visible?: string;
  readonly required: boolean;
  /** `page 1, field total`, for messages; also the name of its Twig. */
  readonly label: string;
  /** The keys that lead to it in the file. */
  readonly path: readonly string[];
}
