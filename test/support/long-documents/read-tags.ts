/** The structure tree of a PDF as text, so that two files with the same tags have the same text. */
import { getPages } from '../../../src/pdf/document/page-tree.ts';
import {
  isDict,
  type PdfDict,
  PdfName,
  PdfRef,
  PdfString,
  type PdfValue,
  toList,
} from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';

/** One line an element, its names numbered in the order of their first use, and with the page of each marked content. */
export function readTags(pdf: Uint8Array): string[] {
  const file = new PdfReader(pdf);
  const pages = new Map<number | undefined, number>();
  for (const { ref } of getPages(file)) pages.set(ref?.number, pages.size);
  const names = new Map<string, number>();
  const plain = (value: PdfValue | undefined): unknown => {
    const found = file.resolve(value ?? null);
    if (isDict(found)) return Object.fromEntries([...found].map(([key, each]) => [key, plain(each)]));
    if (Array.isArray(found)) return found.map(plain);
    if (found instanceof PdfName) return `/${found.value}`;
    if (!(found instanceof PdfString)) return found;
    if (!/^node\d+$/.test(found.bytes)) return found.bytes;
    if (!names.has(found.bytes)) names.set(found.bytes, names.size);
    return `name ${names.get(found.bytes)}`;
  };
  const lines: string[] = [];
  const pageOf = (page: PdfValue | undefined) =>
    page instanceof PdfRef ? pages.get(page.number) : undefined;
  const show = (kid: PdfValue, depth: number, page: PdfValue | undefined): void => {
    const indent = ' '.repeat(depth);
    const element = file.resolve(kid);
    if (!isDict(element)) lines.push(`${indent}content ${element} on page ${pageOf(page)}`);
    else if (!element.has('S')) {
      const object = file.resolve(element.get('Obj') ?? null);
      const target: PdfDict = isDict(object) ? object : new Map();
      const what = element.has('Obj')
        ? `annotation ${JSON.stringify([plain(target.get('A')), plain(target.get('Dest')), plain(target.get('Contents'))])}`
        : `content ${element.get('MCID')}`;
      lines.push(`${indent}${what} on page ${pageOf(element.get('Pg') ?? page)}`);
    } else {
      const others = ['ID', 'A', 'Alt', 'ActualText', 'Lang', 'T'].map(
        (key) => plain(element.get(key)) ?? null,
      );
      lines.push(`${indent}${file.name(element, 'S')} ${JSON.stringify(others)}`);
      const kids = toList(file.resolve(element.get('K') ?? null));
      const isElement = (each: PdfValue) => {
        const dict = file.resolve(each);
        return isDict(dict) && dict.has('S');
      };
      // Chromium writes the borders of a table before or after its rows.
      for (const each of [...kids.filter(isElement), ...kids.filter((each) => !isElement(each))]) {
        show(each, depth + 1, element.get('Pg') ?? page);
      }
    }
  };
  const tree = file.dict(file.catalog, 'StructTreeRoot');
  for (const kid of toList(file.resolve(tree?.get('K') ?? null))) show(kid, 0, undefined);
  return lines;
}
