/** Merges documents one by one. Each can be garbage-collected after it was added. */
import { ObjectCopier } from '../copying/object-copier.ts';
import { SharedObjects } from '../copying/shared-objects.ts';
import { documentTitle } from '../document/document-title.ts';
import { getAllPages, getPages, type Page } from '../document/page-tree.ts';
import { type PdfDict, PdfName, type PdfRef } from '../object.ts';
import { keepPages } from '../pages/keep-pages.ts';
import { repeatPages } from '../pages/repeat-pages.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { mendPages } from '../repair/mend-pages.ts';
import { type ClaimedStandards, claimedStandards } from '../standards/claimed-standards.ts';
import { PdfWriter } from '../writing/writer.ts';
import { FirstDocument, type MergedProperties } from './first-document.ts';
import { MergedDestinations } from './merged-destinations.ts';
import { MergedForm } from './merged-form.ts';
import { MergedLayers } from './merged-layers.ts';
import { MergedNames } from './merged-names.ts';
import { MergedOutline } from './merged-outline.ts';
import { MergedPageLabels } from './merged-page-labels.ts';
import { MergedPages } from './merged-pages.ts';
import { MergedStructure } from './merged-structure.ts';
import type { MergedPart, SourceDocument } from './source-document.ts';

export interface MergeOptions {
  /** Unite the subsets of a font, share equal pictures and other parts. Default: true. */
  readonly compact?: boolean | undefined;
  /** Override the properties of the first document, as for `setMetadata`. */
  readonly properties?: MergedProperties | undefined;
}

export interface AddOptions {
  /** Title of the document's outline entry. Default: the document's own title, otherwise `Document 3`. */
  readonly title?: string | undefined;
  /** Outline title for a document without a title. Default: `Document 3`. */
  readonly untitled?: string | undefined;
  /** For error messages. Default: `Document 3`. */
  readonly name?: string | undefined;
  /**
   * Takes the number of pages and returns the indexes of those to add, in their order and possibly several times; undefined adds all. What it throws
   * ends the merge.
   */
  readonly selectPages?: ((count: number) => readonly number[] | undefined) | undefined;
}

/** Facts about a document that was added. */
export interface MergedPartFacts {
  readonly name: string;
  readonly pages: number;
  readonly claimed: ClaimedStandards;
}

export interface Merge {
  readonly parts: readonly MergedPartFacts[];
  /** Appends the document. Its bytes are not needed afterwards. Throws `PdfError`, which ends the merge. */
  add(pdf: Uint8Array, options?: AddOptions): void;
  /** Returns the merged file. Throws `PdfError` if there is nothing to merge. */
  finish(): Uint8Array;
}

/**
 * Merges documents. Links, outlines, tags, form fields, layers, labels and attachments of all of them keep working.
 * Properties come from the first document unless others are given. Memory grows with the result, not with the input.
 */
export function startMerge(
  { compact = true, properties }: MergeOptions = {},
  writer = new PdfWriter(),
): Merge {
  const shared = compact ? new SharedObjects(writer) : undefined;
  const first = new FirstDocument(properties);
  const pages = new MergedPages(writer, shared);
  const parts: MergedPart[] = [
    // Pages come first, so that resources of drawings are copied by the sharing copier.
    pages,
    new MergedOutline(writer),
    new MergedDestinations(writer),
    new MergedStructure(writer),
    new MergedForm(writer, shared),
    new MergedLayers(writer),
    new MergedPageLabels(writer),
    new MergedNames(writer, shared),
    first,
  ];
  let documents = 0;
  let state: 'open' | 'failed' | 'finished' = 'open';

  const added: MergedPartFacts[] = [];

  const append = (pdf: Uint8Array, { title, untitled, name, selectPages }: AddOptions) => {
    const file = new PdfReader(pdf);
    writer.needVersion(file.version);
    mendPages(file);
    const sourcePages = selectedPages(file, selectPages);
    const source: SourceDocument = {
      file,
      index: documents,
      title: title ?? documentTitle(file) ?? untitled ?? `Document ${documents + 1}`,
      pages: sourcePages,
      pageRefs: sourcePages.map(() => writer.reserve()),
      firstPage: pages.count,
    };
    const copier = createCopier(source, parts, writer, compact);
    for (const part of parts) part.add(source, copier);
    copier.drain();
    for (const part of parts) part.complete?.(source, copier);
    copier.drain();
    documents++;
    added.push({
      name: name ?? `Document ${documents}`,
      pages: sourcePages.length,
      claimed: claimedStandards(file),
    });
  };

  return {
    parts: added,
    add(pdf, options = {}) {
      if (state !== 'open') throw new Error(`The merge has already ${state}.`);
      try {
        append(pdf, options);
      } catch (error) {
        state = 'failed';
        if (!(error instanceof PdfError)) throw error;
        const name = options.name ?? `Document ${documents + 1}`;
        throw new PdfError(error.code, `${name}: ${error.message}`, { cause: error });
      }
    },
    finish() {
      if (state !== 'open') throw new Error(`The merge has already ${state}.`);
      if (documents === 0) throw new PdfError('malformed', 'There is no document to merge.');
      state = 'finished';
      const names: PdfDict = new Map();
      const catalog: PdfDict = new Map([['Type', new PdfName('Catalog')]]);
      catalog.set('Names', names);
      for (const part of parts) part.finish(catalog);
      if (names.size === 0) catalog.delete('Names');
      shared?.write();
      return writer.finish(writer.add(catalog), first.info);
    },
  };
}

function selectedPages(file: PdfReader, selectPages: AddOptions['selectPages']): Page[] {
  const all = getAllPages(file);
  const selected = selectPages?.(all.length);
  if (!selected) return all;
  keepPages(file, repeatPages(file, selected));
  return [...getPages(file)];
}

function createCopier(
  source: SourceDocument,
  parts: readonly MergedPart[],
  writer: PdfWriter,
  compress: boolean,
): ObjectCopier {
  const rules = new Map(parts.flatMap((part) => [...(part.prepare?.(source) ?? [])]));
  const copier = new ObjectCopier(source.file, writer, { rules, withoutPages: true, compress });
  for (const [i, page] of source.pages.entries()) {
    const target: PdfRef | undefined = source.pageRefs[i];
    // Links to a page that occurs twice lead to its first occurrence.
    if (page.ref && target && copier.findTarget(page.ref) === undefined) copier.map(page.ref, target);
  }
  return copier;
}
