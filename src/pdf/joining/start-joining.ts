/**
 * Joins a document that was printed in parts. Each part has pages that another one has too, because it needs what is
 * around it; these are left out.
 */
import { ObjectCopier } from '../copying/object-copier.ts';
import { SharedObjects } from '../copying/shared-objects.ts';
import { getAllPages, getPages } from '../document/page-tree.ts';
import { FirstDocument } from '../merge/first-document.ts';
import { MergedPages } from '../merge/merged-pages.ts';
import type { SourceDocument } from '../merge/source-document.ts';
import { type PdfDict, PdfName, PdfRef, type PdfValue } from '../object.ts';
import { keepPages } from '../pages/keep-pages.ts';
import { PdfReader } from '../reading/reader.ts';
import { PdfWriter } from '../writing/writer.ts';
import { JoinedOutline } from './joined-outline.ts';
import { JoinedStructure } from './joined-structure.ts';
import { findPartTable } from './part-table.ts';
import { findPartText } from './part-text.ts';

export interface PartToJoin {
  /** As Chromium writes it, with complete tags. */
  readonly pdf: Uint8Array;
  /** The pages that belong to this part: indexes, the second one after the last. */
  readonly pages: readonly [from: number, to: number];
  /** How many rows the head and the footer of the table have, which are repeated on its pages. */
  readonly head: number;
  readonly foot: number;
  /** Names of places that no link of the document leads to. */
  readonly marks: ReadonlySet<string>;
  /**
   * For a list or a text, which no tag tells apart: the pages of its first and of its last item, as indexes. Undefined for a
   * table.
   */
  readonly span: readonly [first: number, last: number] | undefined;
}

export interface Joining {
  /** Its bytes are not needed afterwards. Throws `PdfError`: `unsupported` if the part is unlike those before it. */
  add(part: PartToJoin): void;
  finish(): Buffer;
}

/**
 * Joins the parts of one document in their order, with one table in the tags, one outline, and links from part to part.
 *
 * @example
 * const joining = startJoining();
 * for (const part of parts) joining.add(part);
 * const pdf = joining.finish();
 */
export function startJoining(): Joining {
  const writer = new PdfWriter();
  const shared = new SharedObjects(writer);
  const pages = new MergedPages(writer, shared);
  const structure = new JoinedStructure(writer);
  const outline = new JoinedOutline(writer);
  const first = new FirstDocument(undefined);
  const destinations: PdfDict = new Map();
  let index = 0;
  return {
    add({ pdf, pages: [from, to], head, foot, marks, span }) {
      const file = new PdfReader(pdf);
      writer.needVersion(file.version);
      const all = getAllPages(file);
      const indexes = all.map((_, i) => i).slice(from, to);
      const pageIndexes = new Map(all.flatMap(({ ref }, i) => (ref ? [[ref, i] as const] : [])));
      const table = span
        ? findPartText(file, { pages: [from, to], indexes: pageIndexes, span, depth: structure.depth })
        : findPartTable(file, { head, foot, pages: [from, to], indexes: pageIndexes });
      const roles = file.dict(file.dict(file.catalog, 'StructTreeRoot') ?? new Map(), 'RoleMap');
      structure.roles ??= roles;
      // Links that lead to other parts keep their destinations.
      const places = [...(file.dict(file.catalog, 'Dests') ?? [])];
      file.catalog.delete('Dests');
      const namesElsewhere = [
        ...(table?.names ?? []),
        ...(table?.headersBefore ?? []).map(({ name }) => name),
      ];
      keepPages(file, indexes, {
        partOf: { names: namesElsewhere, emptyElements: table?.emptyElsewhere ?? new Set() },
      });
      const kept = [...getPages(file)];
      const source: SourceDocument = {
        file,
        index,
        title: '',
        pages: kept,
        pageRefs: kept.map(() => writer.reserve()),
        firstPage: pages.count,
      };
      const rules = new Map([...pages.prepare(), ...structure.prepare(file, table)]);
      const copier = new ObjectCopier(file, writer, { rules, withoutPages: true, compress: true });
      for (const [i, { ref }] of kept.entries()) if (ref) copier.map(ref, source.pageRefs[i] ?? null);
      structure.add(file, copier, table);
      pages.add(source, copier);
      outline.add(file, copier);
      for (const [name, value] of places) {
        const place = file.resolve(value);
        const target = Array.isArray(place) ? place[0] : undefined;
        const page = target instanceof PdfRef ? copier.findTarget(target) : undefined;
        if (!page || marks.has(name) || !Array.isArray(place)) continue;
        destinations.set(name, [page, ...place.slice(1)] as PdfValue[]);
      }
      first.add(source, copier);
      copier.drain();
      structure.complete(file, copier);
      copier.drain();
      pages.complete();
      index++;
    },
    finish() {
      const catalog: PdfDict = new Map([['Type', new PdfName('Catalog')]]);
      pages.finish(catalog);
      outline.finish(catalog);
      structure.finish(catalog);
      if (destinations.size > 0) catalog.set('Dests', writer.add(destinations));
      first.finish(catalog);
      shared.write();
      return Buffer.from(writer.finish(writer.add(catalog), first.info));
    },
  };
}
