/**
 * Links that Chromium writes more than once, in a PDF as it writes it: every object on its own, in plain text. What it draws
 * on each page, such as a fixed element or the head of a table, has the links of all N pages on each of them. Without this, N
 * pages would have N² annotations, 100 MB for 600 pages.
 */
import { findText } from '#runtime/find-text';
import { startTimeSlices } from '#runtime/time-slices';
import { applyEdits, type Edit, objectNumberBefore } from './printed-edits.ts';

const list = '\n/Annots [';
const annotation = ' 0 obj\n<</Type /Annot\n/Subtype /Link\n';
const objectEnd = '\nendobj\n';
const parents = '/Type /ParentTree\n/Nums [';
const reference = '<</Type /OBJR\n/Obj ';
/** The last entry of an annotation, which differs between equal ones. */
const parentKey = '/StructParent ';
// Tried at the first digit of a number only.
const pair = /(?<!\d)(\d{1,10}) (\d{1,10}) 0 R ?/g;

interface PageLinks {
  /** Where the references begin and end in the file. */
  readonly start: number;
  readonly end: number;
  readonly numbers: readonly number[];
}

interface LinkObject {
  readonly start: number;
  readonly end: number;
  /** Equal for links of the same element with the same rectangle and target. */
  readonly key: string;
  readonly structParent: string | undefined;
}

/**
 * Leaves of equal links of a page the first, in the list of the page, in the structure and in the file. Returns the bytes
 * themselves if no page has equal ones. Throws `unsupported` if it has some and no cross-reference table.
 */
export async function removeRepeatedLinks(pdf: Buffer): Promise<Buffer> {
  const slice = startTimeSlices();
  const pages: PageLinks[] = [];
  for await (const at of findText(pdf, list)) {
    const start = at + list.length;
    const end = pdf.indexOf(']', start);
    const numbers = pdf.toString('latin1', start, end).split(' 0 R').slice(0, -1).map(Number);
    if (numbers.length > 1) pages.push({ start, end, numbers });
  }
  if (pages.length === 0) return pdf;

  const links = await readLinks(pdf);
  const edits = new JoinedEdits();
  const removed = new Set<number>();
  for (const { start, end, numbers } of pages) {
    await slice();
    const known = new Set<string>();
    const kept: string[] = [];
    for (const number of numbers) {
      const link = links.get(number);
      if (link && known.has(link.key)) {
        removed.add(number);
        edits.add({ start: link.start, end: link.end, text: '', isObject: true });
      } else {
        if (link) known.add(link.key);
        kept.push(`${number} 0 R`);
      }
    }
    if (kept.length < numbers.length) edits.add({ start, end, text: kept.join(' ') });
  }
  if (removed.size === 0) return pdf;

  const keys = new Set<string>();
  for (const number of removed) {
    const key = links.get(number)?.structParent;
    if (key !== undefined) keys.add(key);
  }
  for await (const at of findText(pdf, parents)) {
    const start = at + parents.length;
    const end = pdf.indexOf(']', start);
    const leaves = pdf.toString('latin1', start, end);
    const left = leaves.replace(pair, (leaf, key: string) => (keys.has(key) ? '' : leaf)).trimEnd();
    edits.add({ start, end, text: left });
  }
  for await (const at of findText(pdf, reference)) {
    const number = Number.parseInt(pdf.toString('latin1', at + reference.length, at + 40), 10);
    if (!removed.has(number)) continue;
    const end = pdf.indexOf('>>', at) + 2;
    // The first link of an element stays, so that another kid is in front of this one.
    edits.add({ start: pdf[at - 1] === 0x20 ? at - 1 : at, end, text: '' });
  }
  edits.all.sort((a, b) => a.start - b.start);
  return await applyEdits(pdf, edits.all, slice);
}

/** By their object numbers. */
async function readLinks(pdf: Buffer): Promise<Map<number, LinkObject>> {
  const elements = await readParents(pdf);
  const links = new Map<number, LinkObject>();
  for await (const at of findText(pdf, annotation)) {
    const number = objectNumberBefore(pdf, at);
    const last = pdf.indexOf(objectEnd, at);
    if (number === undefined || last < 0) continue;
    const text = pdf.toString('latin1', at + annotation.length, last);
    const place = text.lastIndexOf(parentKey);
    const structParent =
      place < 0 ? undefined : /^(\d+)>>$/.exec(text.slice(place + parentKey.length).trimEnd())?.[1];
    const element = structParent === undefined ? '' : (elements.get(structParent) ?? structParent);
    links.set(number, {
      start: at - String(number).length,
      end: last + objectEnd.length,
      key: `${element}\n${structParent === undefined ? text : text.slice(0, place)}`,
      structParent,
    });
  }
  return links;
}

/** The elements of the structure by the keys of their links. */
async function readParents(pdf: Buffer): Promise<Map<string, string>> {
  const elements = new Map<string, string>();
  for await (const at of findText(pdf, parents)) {
    const leaves = pdf.toString('latin1', at + parents.length, pdf.indexOf(']', at + parents.length));
    for (const [, key = '', element = ''] of leaves.matchAll(pair)) elements.set(key, element);
  }
  return elements;
}

/** Edits, with one for those next to each other that take something out: links of a page, and references to them. */
class JoinedEdits {
  readonly all: Edit[] = [];

  add(edit: Edit): void {
    const last = this.all.at(-1);
    const isNext = last?.end === edit.start && last.text === '' && last.isObject === edit.isObject;
    if (isNext && edit.text === '') this.all[this.all.length - 1] = { ...last, end: edit.end };
    else this.all.push(edit);
  }
}
