/** Takes from the first document alone what a merged file has once: properties, language and viewer settings. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { isDict, type PdfDict, PdfRef, type PdfValue } from '../object.ts';
import { described, type Properties } from '../set-metadata.ts';
import { withoutLabel } from '../standards/without-label.ts';
import type { MergedPart, SourceDocument } from './source-document.ts';

/** A merge adds no attachments and no labels: `setMetadata` does, with the merged file. */
export type MergedProperties = Pick<Properties, 'metadata' | 'date'>;

/** Catalog keys that are combined over all documents, and signatures, which are valid only for the original bytes. */
const notTaken = new Set([
  'AcroForm',
  'AF',
  'DSS',
  'Dests',
  'Legal',
  'MarkInfo',
  'Names',
  'NeedsRendering',
  'OCProperties',
  'Outlines',
  'PageLabels',
  'Pages',
  'Perms',
  'StructTreeRoot',
  'Threads',
  'Type',
  'URI',
  'Version',
]);

export class FirstDocument implements MergedPart {
  readonly #entries: PdfDict = new Map();
  readonly #properties: MergedProperties | undefined;
  #info: PdfRef | undefined;

  /** `properties` override those of the document. */
  constructor(properties: MergedProperties | undefined) {
    this.#properties = properties;
  }

  /** The properties, for the trailer. */
  get info(): PdfRef | undefined {
    return this.#info;
  }

  add({ file, index }: SourceDocument, copier: ObjectCopier): void {
    if (index > 0) return;
    const properties = this.#properties ?? withoutLabel(file);
    const changed = properties && described(file, properties);
    for (const [key, value] of changed?.catalog ?? file.catalog) {
      if (notTaken.has(key) || (changed && key === 'Metadata')) continue;
      this.#entries.set(key, isPlain(value) ? value : copier.object(value));
    }
    if (changed) this.#entries.set('Metadata', copier.writer.add(changed.xmp));
    this.#info = changed ? copier.copy(changed.info) : (copier.fromTrailer('Info') ?? undefined);
  }

  finish(catalog: PdfDict): void {
    for (const [key, value] of this.#entries) if (value !== null) catalog.set(key, value);
  }
}

/** Whether the value is a direct number or string, for example. */
function isPlain(value: PdfValue): boolean {
  return !(value instanceof PdfRef || Array.isArray(value) || isDict(value));
}
