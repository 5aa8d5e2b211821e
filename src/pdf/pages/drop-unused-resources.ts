/**
 * Some producers give all pages one list of resources. A part of such a document would keep the pictures and fonts of all
 * other pages.
 */
import { getPages, type Page } from '../document/page-tree.ts';
import { isDict, type PdfDict, PdfRef, PdfStream, type PdfValue, toList } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Kinds of resources that take space. */
const kinds = ['XObject', 'Font', 'Pattern', 'Shading'] as const;

/** Delimiters and white space end a name (ISO 32000-2, 7.2.3). */
const nameToken = /\/([^\s\0()<>[\]{}/%]*)/g;

/** Lists of resources, and the drawings and pictures in them: those of a page may be listed by all others. */
type Listed = ReadonlySet<PdfValue>;

/** Bytes of an entry, for the reading budget. */
const typicalLength = 16;

/** Returns what is listed as resources of the pages that are not kept. Throws `malformed`, `too_large`. */
export function resourcesOfOtherPages(file: PdfReader, kept: readonly number[]): Listed {
  const stays = new Set(kept);
  const listed = new Set<PdfValue>();
  for (const [index, page] of [...getPages(file)].entries()) {
    if (stays.has(index)) continue;
    const resources = resourcesOf(file, page);
    for (const kind of kinds) {
      const list = resources && file.dict(resources, kind);
      if (!list || listed.has(list)) continue;
      listed.add(list);
      if (kind !== 'XObject') continue;
      file.spend(list.size * typicalLength);
      for (const value of list.values()) if (value instanceof PdfRef) listed.add(value);
    }
  }
  return listed;
}

/**
 * Leaves, of lists with something that other pages list as well, what the content of the kept pages names; a name in a string
 * counts too. A page whose content cannot be read keeps everything. Changes the file in memory. Throws `malformed`, `too_large`.
 */
export function dropUnusedResources(file: PdfReader, others: Listed): void {
  if (others.size === 0) return;
  const pagesOf = new Map<PdfDict, Page[]>();
  for (const page of getPages(file)) {
    const resources = resourcesOf(file, page);
    const isShared = kinds.some((kind) => {
      const list = resources && file.dict(resources, kind);
      if (!list || others.has(list)) return list !== undefined;
      return kind === 'XObject' && [...list.values()].some((value) => others.has(value));
    });
    if (!resources || !isShared) continue;
    const pages = pagesOf.get(resources) ?? [];
    pages.push(page);
    pagesOf.set(resources, pages);
  }
  for (const [resources, pages] of pagesOf) {
    const used = new Set<string>();
    if (!pages.every((page) => collectNames(file, page, resources, used))) continue;
    for (const kind of kinds) {
      const entries = file.dict(resources, kind);
      if (!entries || [...entries.keys()].every((name) => used.has(name))) continue;
      resources.set(kind, new Map([...entries].filter(([name]) => used.has(name))));
    }
  }
}

function resourcesOf(file: PdfReader, { inherited }: Page): PdfDict | undefined {
  const resources = file.resolve(inherited.get('Resources'));
  return isDict(resources) ? resources : undefined;
}

/** Returns false if something draws with the resources that cannot be read here. */
function collectNames(file: PdfReader, { dict }: Page, resources: PdfDict, used: Set<string>): boolean {
  for (const item of toList(file.get(dict, 'Contents'))) {
    if (!collectFrom(file, item, used)) return false;
  }
  // Drawings without resources of their own use those of the page, as old files do.
  for (const kind of ['XObject', 'Pattern', 'Font'] as const) {
    for (const item of file.dict(resources, kind)?.values() ?? []) {
      const value = file.resolve(item);
      const holder = value instanceof PdfStream ? value.dict : value;
      if (!isDict(holder) || file.dict(holder, 'Resources')) continue;
      const role = file.name(holder, 'Subtype');
      const borrows = role === 'Form' || role === 'Type3' || file.number(holder, 'PatternType') === 1;
      if (borrows) return false;
    }
  }
  return true;
}

function collectFrom(file: PdfReader, item: PdfValue, used: Set<string>): boolean {
  const stream = file.resolve(item);
  if (!(stream instanceof PdfStream)) return true;
  try {
    const content = Buffer.from(file.decode(stream)).toString('latin1');
    for (const [, name = ''] of content.matchAll(nameToken)) used.add(decodeName(name));
    return true;
  } catch (error) {
    if (error instanceof PdfError && error.code === 'unsupported') return false;
    throw error;
  }
}

const decodeName = (name: string): string =>
  name.replace(/#([\da-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
