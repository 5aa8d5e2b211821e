/** Marks what is drawn outside of the structure, in the contents of pages and of the forms that they draw. */

import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { getPages } from '../document/page-tree.ts';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { effort } from '../writing/writer.ts';
import { type Artifact, type ArtifactKind, findArtifacts } from './artifacts.ts';

/** Forms within forms. Chromium nests one for each opacity, mask and blend mode. */
const maxDepth = 50;

/** Streams that are compressed at a time, in other threads. */
const maxPending = 8;

const starts: Readonly<Record<ArtifactKind, string>> = {
  plain: '/Artifact BMC\n',
  header: '/Artifact <</Type /Pagination /Subtype /Header>>BDC\n',
  footer: '/Artifact <</Type /Pagination /Subtype /Footer>>BDC\n',
};

const compress = promisify<Buffer, typeof effort, Buffer>(deflate);

/** The streams that change, by references of which only the number counts. */
export type MarkedContents = ReadonlyMap<PdfRef, PdfStream>;

/**
 * Returns the streams that change, with their new content. Compresses them in other threads. Throws `malformed`,
 * `unsupported`, `too_large`.
 */
export async function markArtifacts(file: PdfReader): Promise<MarkedContents> {
  const changed = new Map<PdfRef, PdfStream>();
  const seen = new Set<PdfStream>();
  const pending = new Set<Promise<void>>();
  for (const { dict, inherited } of getPages(file)) {
    const resources = file.resolve(inherited.get('Resources'));
    await mark(dict.get('Contents'), isDict(resources) ? resources : undefined, true, 0);
  }
  await Promise.all(pending);
  return changed;

  async function mark(
    ref: PdfValue | undefined,
    resources: PdfDict | undefined,
    isPage: boolean,
    depth: number,
  ): Promise<void> {
    const stream = file.resolve(ref);
    if (!(ref instanceof PdfRef) || !(stream instanceof PdfStream) || seen.has(stream)) return;
    seen.add(stream);
    const forms = resources && file.dict(resources, 'XObject');
    const tagged = forms ? findTagged(file, forms) : noForms;
    const content = Buffer.from(file.decode(stream)).toString('latin1');
    const isTagged = (name: string) => tagged.has(name);
    const artifacts = findArtifacts(content, { isPage, isTagged });
    if (artifacts.length > 0) await replace(ref, stream, withMarks(content, artifacts));
    if (depth === maxDepth) return;
    for (const [name, form] of tagged) {
      const inner = file.resolve(form);
      if (inner instanceof PdfStream) await mark(form, file.dict(inner.dict, 'Resources'), false, depth + 1);
      else tagged.delete(name);
    }
  }

  async function replace(ref: PdfRef, { dict }: PdfStream, content: Buffer): Promise<void> {
    const marked: PdfDict = new Map(dict).set('Filter', new PdfName('FlateDecode'));
    marked.delete('DecodeParms');
    const work = compress(content, effort).then((data) => {
      changed.set(ref, new PdfStream(marked, data));
      pending.delete(work);
    });
    pending.add(work);
    if (pending.size >= maxPending) await Promise.race(pending);
  }
}

const noForms: Map<string, PdfValue> = new Map();

/** The forms with tagged content, also in forms that they draw. */
function findTagged(file: PdfReader, forms: PdfDict, depth = 0): Map<string, PdfValue> {
  const tagged = new Map<string, PdfValue>();
  for (const [name, value] of forms) {
    const form = file.resolve(value);
    if (!(form instanceof PdfStream) || !isNamed(file.get(form.dict, 'Subtype'), 'Form')) continue;
    const resources = file.dict(form.dict, 'Resources');
    const inner = resources && file.dict(resources, 'XObject');
    const isTagged =
      form.dict.has('StructParents') ||
      (inner !== undefined && depth < maxDepth && findTagged(file, inner, depth + 1).size > 0);
    if (isTagged) tagged.set(name, value);
  }
  return tagged;
}

function withMarks(content: string, artifacts: readonly Artifact[]): Buffer {
  let text = '';
  let at = 0;
  for (const { start, end, kind } of artifacts) {
    text += `${content.slice(at, start)}${starts[kind]}${content.slice(start, end)}EMC\n`;
    at = end;
  }
  return Buffer.from(text + content.slice(at), 'latin1');
}
