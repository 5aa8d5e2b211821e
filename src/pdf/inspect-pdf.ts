/** The properties and features of a PDF. */

import type { MetadataKey } from '#contract/documents';
import { millimetresPerPoint } from '#contract/length';
import { findFonts } from './document/page-fonts.ts';
import { countPagesInTree, getPages, type Page } from './document/page-tree.ts';
import { pageView, visibleSize } from './document/page-view.ts';
import { outlineEntries } from './outline/outline-entries.ts';
import { parsePdfDate } from './pdf-date.ts';
import { PdfReader } from './reading/reader.ts';
import { decodeTextString } from './text-string.ts';
import { documentInfo } from './xmp/document-info.ts';

interface PdfInfo extends Partial<Record<MetadataKey, string>> {
  producer?: string;
  creationDate?: Date;
  modificationDate?: Date;
}

export interface PdfInspection {
  readonly pages: number;
  /** `1.4`, for example. */
  readonly version: string;
  /** PostScript names without subset prefix, each once, sorted. */
  readonly fonts: readonly string[];
  /** One entry per page, in sequence. */
  readonly pageSizes: readonly PageSize[];
  /** From the Info dictionary. Keys it lacks are missing. */
  readonly metadata: PdfInfo;
  /** Whether the file has a structure tree and declares its content as marked. */
  readonly tagged: boolean;
  /** The number of outline entries on all levels. */
  readonly outline: number;
}

/** Reads all pages, but not their content. Throws `PdfError`. */
export function inspectPdf(pdf: Uint8Array): PdfInspection {
  const file = new PdfReader(pdf);
  const pages = [...getPages(file)];
  const marks = file.dict(file.catalog, 'MarkInfo');
  return {
    pages: pages.length,
    version: file.version,
    fonts: findFonts(file, pages),
    pageSizes: pages.map((page) => pageSize(file, page)),
    metadata: readInfo(file),
    tagged:
      marks !== undefined &&
      file.get(marks, 'Marked') === true &&
      file.dict(file.catalog, 'StructTreeRoot') !== undefined,
    outline: countOutlineEntries(file),
  };
}

/**
 * Returns the number of pages, at a cost that does not depend on it. `fileKey`: of a file that is encrypted. Throws
 * `PdfError`.
 */
export function countPages(pdf: Uint8Array, fileKey?: Uint8Array): number {
  return countPagesInTree(new PdfReader(pdf, { fileKey }));
}

/** On all levels. */
function countOutlineEntries(file: PdfReader): number {
  let entries = 0;
  for (const _ of outlineEntries(file)) entries++;
  return entries;
}

function readInfo(file: PdfReader): PdfInfo {
  const info = documentInfo(file);
  const metadata: PdfInfo = {};
  for (const [key, infoKey] of texts) {
    const value = file.string(info, infoKey);
    if (value) metadata[key] = decodeTextString(value);
  }
  for (const [key, infoKey] of dates) {
    const value = file.string(info, infoKey);
    const date = value && parsePdfDate(decodeTextString(value));
    if (date) metadata[key] = date;
  }
  return metadata;
}

const texts = [
  ['title', 'Title'],
  ['author', 'Author'],
  ['subject', 'Subject'],
  ['keywords', 'Keywords'],
  ['creator', 'Creator'],
  ['producer', 'Producer'],
] as const;

const dates = [
  ['creationDate', 'CreationDate'],
  ['modificationDate', 'ModDate'],
] as const;

interface PageSize {
  /** Millimetres, to a tenth. */
  readonly width: number;
  readonly height: number;
}

/** Size of the visible part, rotated by `/Rotate`. */
function pageSize(file: PdfReader, page: Page): PageSize {
  const [width, height] = visibleSize(pageView(file, page));
  return { width: tenths(width * millimetresPerPoint), height: tenths(height * millimetresPerPoint) };
}

function tenths(millimetres: number): number {
  return Math.round(millimetres * 10) / 10;
}
