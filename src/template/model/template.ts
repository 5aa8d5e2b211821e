/** A template: the source of a document with everything that it may refer to. Immutable, shared between renders. */

import type { PageLoad } from '#contract/document/page-load';
import type { Metadata, StandardsSettings } from '#contract/documents';
import type { RegionSettings } from '#contract/language/region';
import type { PageSettings } from '#contract/page';
import type { RowSources } from '../rows/row-source.ts';
import type { EditorDocument } from './editor-document.ts';
import type { MarkdownSettings } from './markdown-settings.ts';
import type { Stamp } from './stamp.ts';

export type Template = HtmlTemplate | EditorTemplate;

interface AnyTemplate {
  /** Display name, and the default file name of its PDFs. */
  readonly name: string;
  /** Document properties, with Twig. The caller's properties override these key by key. */
  readonly metadata: Metadata;
  /** Name → source of the templates that `include`, `extends`, `embed`, `import`, `use` and `source` may load. */
  readonly partials: Readonly<Record<string, string>>;
  /** The texts of `translations/`: tag of BCP 47 in lower case → text in the template → text in this language. */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** Files that the document may load by a relative URL. */
  readonly assets: Assets;
  /** `base.pdf`: its pages lie under those of the document. */
  readonly basePdf?: Uint8Array | undefined;
  /** `invoice.xml`, with Twig: the e-invoice that is embedded in the PDF. */
  readonly invoice?: string | undefined;
  /** The text of `schema.json`, if there is an e-invoice: errors of the invoice name the fields that it describes. */
  readonly invoiceSchema?: string | undefined;
  /** The standards that the PDF must conform to. */
  readonly standards?: StandardsSettings | undefined;
  /** `stamp` of `template.json`: over or under the pages, below those of the caller. */
  readonly stamps?: readonly Stamp[] | undefined;
  /** If false, the PDF has no accessibility tags. Screen readers need them; long tables take more time and space with them. */
  readonly tags?: boolean | undefined;
  /** If true, the controls of its HTML are form fields of the PDF. They need its tags. */
  readonly forms?: boolean | undefined;
}

/** A template made with the editor. `editor.json` defines the whole layout, including the paper size. */
export interface EditorTemplate extends AnyTemplate, RegionSettings {
  readonly kind: 'editor';
  readonly document: EditorDocument;
  /** The files of `fonts/`. */
  readonly fonts: readonly string[];
  /** A tag of BCP 47. The caller's setting overrides it. */
  readonly lang?: string | undefined;
}

export interface HtmlTemplate extends AnyTemplate {
  readonly kind?: 'html';
  /** HTML with Twig. */
  readonly html: string;
  /**
   * The address (http or https) of a web page that is printed in place of `html`, which is empty then. It is filled
   * only if `twig` is true.
   */
  readonly address?: string | undefined;
  /** The document is one text, and no template: data that is given is meant for it. */
  readonly isSingleText?: boolean | undefined;
  /** Given if `html` is Markdown with Twig in place of HTML. */
  readonly markdown?: MarkdownSettings | undefined;
  /** If false, the HTML is printed unchanged, for pages whose braces are not Twig. */
  readonly twig?: boolean | undefined;
  /** `styles.css`: CSS without Twig, applied to the document, the header and the footer. */
  readonly styles?: string | undefined;
  /** Paper, margins, header and footer. The caller's settings override them. */
  readonly page: PageSettings;
  /** How its page is loaded and printed in another way than usual. The caller's settings override them. */
  readonly load?: PageLoad | undefined;
  /** If false, no script of this document runs. */
  readonly scripts?: boolean | undefined;
  /** The base of relative links. Without it they stay relative. */
  readonly baseUrl?: string | undefined;
  /** Lists of the data that come from files of the template, unless the data has them. */
  readonly rows?: RowSources | undefined;
}

/** The only files that a document can reach without the network. */
export interface Assets {
  /**
   * Returns the file at a relative, already decoded path such as `assets/logo.svg`, or undefined if there is none. No path
   * reaches a file outside the template.
   */
  read(path: string): Promise<Asset | undefined>;
  /** Explains why `read` returns undefined for a path, as the end of a sentence: `there is no such file`. */
  explain?(path: string): Promise<string>;
  /** The path of the document among these files, `pages/index.html`. Default: the top folder. */
  readonly documentPath?: string | undefined;
  /** What the address of the document ends with, such as `?page=2`, for its scripts. Default: nothing. */
  readonly documentQuery?: string | undefined;
}

export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Where the bytes can be read again. Undefined if they stay in memory anyway. */
  readonly file?: AssetFile | undefined;
}

/** A file on disk, and what tells whether it is still the same. */
export interface AssetFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

export const noAssets: Assets = { read: async () => undefined };
