/** A template: the source of a document with everything that it may refer to. Immutable, shared between renders. */
import type { Metadata } from '../../../contract/documents.ts';
import type { PageSettings } from '../../../contract/page.ts';
import type { EditorDocument } from './editor-document.ts';

export type Template = HtmlTemplate | EditorTemplate;

interface AnyTemplate {
  /** What people call it; also the default file name of its PDFs. */
  readonly name: string;
  /** Document properties, with Twig; each key of the caller's replaces one of these. */
  readonly metadata: Metadata;
  /** Templates that `include`, `extends`, `embed`, `import`, `use` and `source` may name. Name → source. */
  readonly partials: Readonly<Record<string, string>>;
  /** Files that the document may name by a relative address. */
  readonly assets: Assets;
  /** `base.pdf`: its pages lie under those of the document. */
  readonly basePdf?: Uint8Array;
}

/** Made with the editor: `editor.json` says where everything stands, paper included. */
export interface EditorTemplate extends AnyTemplate {
  readonly kind: 'editor';
  readonly document: EditorDocument;
  /** The files of `fonts/`. */
  readonly fonts: readonly string[];
}

export interface HtmlTemplate extends AnyTemplate {
  readonly kind?: 'html';
  /** HTML with Twig. */
  readonly html: string;
  /**
   * The address (http or https) of a web page that is printed in place of `html`, which is empty then. It is filled
   * only where `twig` is true.
   */
  readonly address?: string | undefined;
  /** false: the HTML is printed as it is, for pages that hold braces of another kind. */
  readonly twig?: boolean;
  /** `styles.css`: applied to the document, and to header and footer. CSS, without Twig. */
  readonly styles?: string;
  /** Paper, margins, header and footer; the caller's settings go over them. */
  readonly page: PageSettings;
  /** false: no script of this document runs. */
  readonly scripts?: boolean;
  /** false: no accessibility tags. They help people with screen readers, and cost time and size in long tables. */
  readonly tags?: boolean;
  /** Where relative links lead; they stay relative where it is not given. */
  readonly baseUrl?: string | undefined;
}

/** The only files that a document can reach without the network. */
export interface Assets {
  /**
   * The file at a relative, already decoded path such as `assets/logo.svg`, or undefined where there is none.
   * Never anything outside the template's own files, whatever the path says.
   */
  read(path: string): Promise<Asset | undefined>;
  /** Why `read` has nothing for a path, as the end of a sentence: `there is no such file`. */
  explain?(path: string): Promise<string>;
  /** Where the document itself stands among them, `pages/index.html`; not given: beside the first of them. */
  readonly documentPath?: string;
}

export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export const noAssets: Assets = { read: async () => undefined };
