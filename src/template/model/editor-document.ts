/** `editor.json` after parsing: validated, complete, each element with its position in the file. */

export interface EditorDocument {
  readonly page: PageBox;
  /** The elements of each page, in file sequence. */
  readonly pages: readonly (readonly EditorElement[])[];
  /** The elements of every page. They may print `{{ page }}` and `{{ pages }}`. */
  readonly statics: readonly EditorElement[];
}

/** Millimetres. */
export interface PageBox {
  readonly width: number;
  readonly height: number;
  /** Top, right, bottom, left. Content that grows beyond a page continues below the top padding of the next. */
  readonly padding: readonly [number, number, number, number];
}

/** The input of pdfme's renderers: complete, correctly typed and without this project's own keys. */
export interface ElementStyle {
  readonly type: string;
  readonly name: string;
  readonly position: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
  readonly [key: string]: unknown;
}

/** What an element becomes that is a field of a form. */
export interface EditorField {
  readonly kind: 'text' | 'date' | 'choice' | 'checkbox' | 'radio';
  /** If it is a choice. */
  readonly options: readonly string[];
  /** If it is a radio button: the name of the field, which the buttons of one group share. */
  readonly group: string | undefined;
  readonly isRequired: boolean;
  readonly isReadOnly: boolean;
}

export interface EditorElement {
  readonly style: ElementStyle;
  /** Twig, or for pictures the picture that the editor shows. */
  readonly content: string;
  /** Cells of each row of a table or list, with Twig. */
  readonly rows: readonly (readonly string[])[];
  /** `item in items`: prints the first row for each item. */
  readonly repeat?: string | undefined;
  /** An expression that yields the value. */
  readonly source?: string | undefined;
  /** An expression. If it is false, null, 0 or empty, the element is omitted. */
  readonly visible?: string | undefined;
  readonly required: boolean;
  /** Given if it is a field of a form. */
  readonly field?: EditorField | undefined;
  /** The alternative text of a picture, a code or a box, with Twig. Empty for decoration. */
  readonly alt?: string | undefined;
  /** The level of a heading, from 1 to 6. */
  readonly heading?: number | undefined;
  /** Whether the first cell of each row of a table is its header. */
  readonly rowHeaders?: boolean | undefined;
  /** `page 1, field total`, for messages. Also the name of its Twig template. */
  readonly label: string;
  /** The keys that lead to it in the file. */
  readonly path: readonly string[];
}
