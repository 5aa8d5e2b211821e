/**
 * Marks what is drawn outside of the structure, in the contents of pages and of the forms that they draw, and completes the
 * text that is drawn within it.
 */

import { deflateSync } from 'node:zlib';
import { ContentTexts } from '../contents/content-texts.ts';
import { isMarkerState } from '../contents/control-marker.ts';
import { getPages } from '../document/page-tree.ts';
import { isDict, type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { compressBeside } from '../writing/compressed-stream.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { effort } from '../writing/writer.ts';
import { type Artifact, type ArtifactKind, findArtifacts } from './artifacts.ts';
import { type Decoration, holdsElements, marksWithoutText } from './decoration.ts';
import { FontReader } from './font-texts.ts';
import {
  findRepeatedContent,
  idsByOwner,
  type RepeatedContent,
  withoutMarks,
} from './repeats/repeated-content.ts';
import { type FormCopies, RepeatedForms, withForms } from './repeats/repeated-forms.ts';
import { findTaggedForms, maxFormDepth } from './tagged-forms.ts';
import { TextBlocks } from './text-blocks.ts';
import { separateLines } from './word-breaks.ts';

/** Streams that are compressed at a time, in other threads. */
const maxPending = 8;

const starts: Readonly<Record<ArtifactKind, string>> = {
  plain: '/Artifact BMC\n',
  header: '/Artifact <</Type /Pagination /Subtype /Header>>BDC\n',
  footer: '/Artifact <</Type /Pagination /Subtype /Footer>>BDC\n',
  repeated: '/Artifact <</Type /Pagination>>BDC\n',
};

const compressHere = async (data: Buffer): Promise<Buffer> => deflateSync(data, effort);

export interface MarkedContents {
  /** Content that has become an artifact, and is to be taken out of the structure. */
  readonly repeated: readonly RepeatedContent[];
  /** The same, of what is drawn around others. */
  readonly decoration: readonly Decoration[];
  /** Writes what changes into an update of a file with the same objects. */
  readonly write: (update: IncrementalUpdate) => void;
}

interface ChangedStream {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly data: Uint8Array;
  /** For the resources of a form. */
  readonly copies: FormCopies;
}

interface ContentPlace {
  /** The dictionary of the page or form. */
  readonly owner: PdfDict;
  /** The number of its object. */
  readonly number: number;
  readonly resources: PdfDict | undefined;
  readonly isPage: boolean;
  /** Marked contents that are artifacts. */
  readonly repeatedIds: ReadonlySet<number>;
  /** How many forms it is within. */
  readonly depth: number;
}

/** Compresses what changes in other threads, unless `isAlone`. Throws `malformed`, `unsupported`, `too_large`. */
export async function markArtifacts(file: PdfReader, isAlone = false): Promise<MarkedContents> {
  const compress = isAlone ? compressHere : compressBeside;
  const changed: ChangedStream[] = [];
  const decoration: Decoration[] = [];
  /** Their resources get copies. */
  const pages: { ref: PdfRef; dict: PdfDict; copies: FormCopies }[] = [];
  const repeated = new RepeatedForms(file);
  const fonts = new FontReader(file);
  const blocks = new TextBlocks(file);
  const seen = new Set<PdfStream>();
  const texts = new ContentTexts(file);
  const repeatedContent = findRepeatedContent(file, texts);
  const repeatedIds = idsByOwner(repeatedContent);
  const pending = new Set<Promise<void>>();
  for (const { ref, dict, inherited } of getPages(file)) {
    const resources = file.resolve(inherited.get('Resources'));
    if (!isDict(resources)) continue;
    const copies = await mark(dict.get('Contents'), {
      owner: dict,
      number: ref?.number ?? 0,
      resources,
      isPage: true,
      repeatedIds: (ref && repeatedIds.get(ref.number)) ?? noIds,
      depth: 0,
    });
    if (ref && copies.size > 0) pages.push({ ref, dict: new Map(dict).set('Resources', resources), copies });
  }
  for (const copy of repeated.copies) {
    await compressed(copy.content, (data) => {
      copy.data = data;
    });
  }
  await Promise.all(pending);
  return {
    repeated: repeatedContent,
    decoration,
    write(update) {
      // References belong to an earlier state of the file. Only their numbers count.
      for (const { ref, dict, data, copies } of changed) {
        update.replace(ref, new PdfStream(withForms(file, dict, copies, update), data));
      }
      for (const { ref, dict, copies } of pages) update.replace(ref, withForms(file, dict, copies, update));
    },
  };

  async function mark(
    ref: PdfValue | undefined,
    { owner, number, resources, isPage, repeatedIds: artifactIds, depth }: ContentPlace,
  ): Promise<FormCopies> {
    const stream = file.resolve(ref);
    if (!(ref instanceof PdfRef) || !(stream instanceof PdfStream) || seen.has(stream)) return noCopies;
    seen.add(stream);
    const forms = resources && file.dict(resources, 'XObject');
    const tagged = forms ? findTaggedForms(file, forms) : noForms;
    const original = texts.take(stream);
    const spaced = separateLines(original, {
      fontOf: fonts.of(resources),
      blockOf: blocks.of(owner),
    });
    const { content: renamed, copies } =
      tagged.size > 0 ? repeated.rename(spaced, tagged) : { content: spaced, copies: noCopies };
    const isTagged = (name: string) => tagged.has(name);
    const elementOf = blocks.elementsOf(owner);
    const states = resources && file.dict(resources, 'ExtGState');
    const isMarker = (name: string) => {
      const state = states && file.dict(states, name);
      return state !== undefined && isMarkerState(file, state);
    };
    const around = marksWithoutText(renamed, { isTagged, isMarker });
    // The field of a control finds by its element what it takes over. Boxes and outlines have marks of their own.
    const controls = new Set(around.controls.map(elementOf));
    const drawn = around.drawn.flatMap((id) => {
      const element = artifactIds.has(id) ? undefined : elementOf(id);
      if (!holdsElements(file, element) || controls.has(element)) return [];
      return [{ element: element.number, owner: number, id }];
    });
    for (const each of drawn) decoration.push(each);
    const ids = new Set([...artifactIds, ...drawn.map(({ id }) => id)]);
    const { content, ranges } =
      ids.size > 0 ? withoutMarks(renamed, ids, artifactIds) : { content: renamed, ranges: [] };
    const artifacts = findArtifacts(content, { isPage, isTagged, repeated: ranges });
    if (artifacts.length > 0 || copies.size > 0 || content !== original) {
      await replace(ref, stream, { text: withMarks(content, artifacts), copies: isPage ? noCopies : copies });
    }
    if (depth === maxFormDepth) return copies;
    for (const [name, form] of tagged) {
      const inner = file.resolve(form);
      if (inner instanceof PdfStream) {
        const { dict } = inner;
        const place = {
          owner: dict,
          number: form instanceof PdfRef ? form.number : 0,
          resources: file.dict(dict, 'Resources'),
          isPage: false,
          repeatedIds: (form instanceof PdfRef && repeatedIds.get(form.number)) || noIds,
          depth: depth + 1,
        };
        await mark(form, place);
      } else tagged.delete(name);
    }
    return copies;
  }

  async function replace(
    ref: PdfRef,
    { dict }: PdfStream,
    { text, copies }: { readonly text: string; readonly copies: FormCopies },
  ): Promise<void> {
    const marked: PdfDict = new Map(dict).set('Filter', new PdfName('FlateDecode'));
    marked.delete('DecodeParms');
    await compressed(text, (data) => changed.push({ ref, dict: marked, data, copies }));
  }

  async function compressed(text: string, done: (data: Uint8Array) => void): Promise<void> {
    const work = compress(Buffer.from(text, 'latin1')).then((data) => {
      done(data);
      pending.delete(work);
    });
    pending.add(work);
    if (pending.size >= maxPending) await Promise.race(pending);
  }
}

const noForms: Map<string, PdfValue> = new Map();
const noCopies: FormCopies = new Map();
const noIds: ReadonlySet<number> = new Set();

function withMarks(content: string, artifacts: readonly Artifact[]): string {
  let text = '';
  let at = 0;
  for (const { start, end, kind } of artifacts) {
    text += `${content.slice(at, start)}${starts[kind]}${content.slice(start, end)}EMC\n`;
    at = end;
  }
  return text + content.slice(at);
}
