/** From the words of a command line to its PDF: each object is printed by itself, and all are merged into one. */
import { defaultMargin, type PageMargins } from '#contract/page';
import { arrangePages, type PrintedPages, readPrintedPages, startMerge, writeOutline } from '#pdf';
import { moveDestinations } from '#pdf/outline/move-destinations';
import { finishMerged } from '#render/merged-standards';
import { pageVariables } from '#render/paged/page-variables';
import { pdfWorkInThisThread as work } from '#render/pdf-work';
import { prepareStamping } from '#render/stamp/prepare-stamping';
import { Deadline } from '#runtime/deadline';
import { fillInThisThread } from '#template/fill/fill-in-this-thread';
import { readHtmlBytes } from '#template/load/read-html-file';
import type { Stamp } from '#template/model/stamp';
import { writeOutputFile } from '../../io/output-file.ts';
import type { ObjectFacts } from './fields.ts';
import { greyStamp } from './grey-stamp.ts';
import { neededMargin, pageStamp } from './header-page.ts';
import { headerStamp } from './header-text.ts';
import { loadErrorHandling } from './load-flags.ts';
import { openInput, type WkPage } from './open-input.ts';
import { type PageSetup, readPageSetup, withMargins } from './page-setup.ts';
import type { WkCommand, WkObject } from './parse-words.ts';
import { type ObjectTools, printObject } from './print-object.ts';
import {
  type ObjectOutline,
  outlineXml,
  tocHtml,
  tocPlace,
  tocTitle,
  toDepths,
  type WkHeading,
} from './toc.ts';
import { WkFailure } from './wk-failure.ts';

interface Setup extends Omit<PageSetup, 'margins'> {
  readonly margins: PageMargins;
}

interface PrintedObject {
  readonly object: WkObject;
  readonly pdf: Uint8Array;
  readonly pages: PrintedPages;
}

/** Milliseconds for headers, footers and the properties of the file. */
const finishMs = 600_000;

/** Levels of the outline, as there. */
const defaultDepth = 4;

/** Throws `WkFailure`, and the errors of printing and merging. The caller closes the PDF. */
export async function makePdf({ globals, objects }: WkCommand, tools: ObjectTools) {
  const { progress, deferred, session } = tools;
  const asked = readPageSetup(globals);
  const offset = globals.number('page-offset', { isWhole: true }) ?? 0;
  const copies = globals.number('copies', { isWhole: true, min: 1 }) ?? 1;
  const depth = globals.number('outline-depth', { isWhole: true, min: 0 }) ?? defaultDepth;
  if (globals.text('output-format')?.toLowerCase() === 'ps') {
    throw new WkFailure('--output-format ps is refused: only PDFs are written');
  }
  const now = new Date();
  progress.phase('Loading pages');
  progress.done(0);
  const pages = new Map<WkObject, WkPage>();
  for (const object of objects) {
    if (object.kind === 'toc') continue;
    const page = await orSkipped(object, tools, async () => await openInput(object.input, object.flags));
    if (page) pages.set(object, page);
    progress.done((pages.size / objects.length) * 0.9);
  }
  progress.done(1);
  const hosts = [...pages.values()].flatMap(({ url }) => (url ? [hostOf(url)] : []));
  const headers = objects.flatMap(({ flags }) => [flags.text('header-html'), flags.text('footer-html')]);
  const headerHosts = headers.flatMap((text = '') =>
    /^https?:/i.test(text) && URL.canParse(text) ? [hostOf(new URL(text))] : [],
  );
  const printing = { ...tools, namedHosts: [...hosts, ...headerHosts] };
  const unknown = { firstPage: 0, pages: 1, title: '', docTitle: '', offset, now };
  const setup = { ...asked, margins: await fittingMargins(asked, objects, unknown, printing) };

  progress.phase('Counting pages');
  const printed = new Map<WkObject, PrintedObject>();
  for (const [i, object] of objects.entries()) {
    const page = pages.get(object);
    const pdf =
      page &&
      (await orSkipped(object, tools, async () => await printObject(page, object.flags, setup, printing)));
    if (pdf) printed.set(object, { object, pdf, pages: readPrintedPages(pdf) });
    progress.done((i + 1) / objects.length, `Object ${i + 1} of ${objects.length}`);
  }
  await printTocs(objects, printed, { offset, setup, tools: printing });
  const parts = objects.flatMap((object) => printed.get(object) ?? []);
  if (parts.length === 0) throw new WkFailure('No page was loaded, so there is nothing to print');

  progress.phase('Resolving links');
  const title = globals.text('title') ?? parts.map((part) => titleOf(part)).find(Boolean) ?? '';
  const merge = startMerge({ properties: { metadata: { title }, date: now } });
  for (const { object, pdf } of parts) merge.add(pdf, { name: object.input || 'toc' });
  const outlines = toOutlines(parts);
  const headings = outlines.flatMap((outline) => outline.headings);
  await dumpOutline(globals.text('dump-outline'), outlineXml(outlines, offset), tools);
  const listed = listedHeadings(parts);
  const linked = moveDestinations(
    merge.finish(),
    new Map(listed.map(({ place }, i) => [tocPlace(i), place])),
  );
  progress.done(1, `Object ${parts.length} of ${parts.length}`);

  const stamp = async (pdf: Uint8Array): Promise<Uint8Array> => {
    progress.phase('Loading headers and footers');
    const outlined = await writeOutline(pdf, toEntries(headings, Number.POSITIVE_INFINITY));
    const stamps = await makeStamps(outlined, parts, { title, offset, now, setup, tools: printing });
    if (globals.isOn('grayscale', false)) stamps.push(greyStamp(setup));
    progress.phase('Printing pages');
    progress.done(0, 'Preparing');
    const stamped = stamps.length === 0 ? outlined : await drawStamps(outlined, stamps, printing);
    const shown = globals.isOn('outline', true) ? toEntries(headings, depth) : [];
    const finished = shown.length === headings.length ? stamped : await writeOutline(stamped, shown);
    return copies === 1 ? finished : repeat(finished, copies, globals.isOn('collate', true));
  };
  const deadline = new Deadline(session.globals.timeout ?? finishMs);
  try {
    const file = await finishMerged(linked, { parts: merge.parts, date: now, deadline, stamp }, deferred);
    progress.done(1, `Page ${file.pages} of ${file.pages}`);
    return file;
  } finally {
    deadline.close();
  }
}

const hostOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;

/** Undefined for an object that does not load and is to be skipped. */
async function orSkipped<Result>(
  { input, flags }: WkObject,
  { progress }: Pick<ObjectTools, 'progress'>,
  load: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof WkFailure) || loadErrorHandling(flags) === 'abort') throw error;
    progress.warn(`Failed loading page ${input} (skipped)`);
    return undefined;
  }
}

async function fittingMargins(
  asked: PageSetup,
  objects: readonly WkObject[],
  unknown: Omit<ObjectFacts, 'flags' | 'input'>,
  tools: ObjectTools,
): Promise<PageMargins> {
  const needed = async (kind: 'header' | 'footer', given: number | undefined) => {
    if (given !== undefined) return given;
    const heights: number[] = [];
    for (const { flags, input } of objects) {
      heights.push(await neededMargin(kind, { ...unknown, flags, input }, asked, tools));
    }
    const highest = Math.max(...heights);
    return highest > 0 ? highest : defaultMargin;
  };
  const { top, bottom } = asked.margins;
  return withMargins(asked, { top: await needed('header', top), bottom: await needed('footer', bottom) });
}

interface TocTools {
  readonly offset: number;
  readonly setup: Setup;
  readonly tools: ObjectTools;
}

/** A table of contents may move what comes after it, and then has other numbers: printed until it has the pages that it counts on. */
async function printTocs(
  objects: readonly WkObject[],
  printed: Map<WkObject, PrintedObject>,
  { offset, setup, tools }: TocTools,
): Promise<void> {
  const tocs = objects.filter(({ kind }) => kind === 'toc');
  if (tocs.length === 0) return;
  tools.progress.phase('Loading TOC');
  const maxPrints = 4;
  for (let prints = 0, isSettled = false; !isSettled && prints < maxPrints; prints++) {
    isSettled = true;
    for (const object of tocs) {
      const counted = printed.get(object)?.pages.sizes.length ?? 1;
      const parts = objects.flatMap(
        (each) => printed.get(each) ?? (each.kind === 'toc' ? [unprinted(each)] : []),
      );
      const html = tocHtml(listedHeadings(parts), object.flags, offset);
      const { template, sources } = await readHtmlBytes('toc', Buffer.from(html, 'utf8'));
      const page = { template: { ...template, twig: false }, sources, address: 'the table of contents' };
      const pdf = await printObject(page, object.flags, setup, tools);
      const pages = readPrintedPages(pdf);
      printed.set(object, { object, pdf, pages });
      if (pages.sizes.length !== counted) isSettled = false;
    }
  }
}

const unprinted = (object: WkObject): PrintedObject => ({
  object,
  pdf: new Uint8Array(),
  pages: { sizes: [{ width: 0, height: 0 }], headings: [] },
});

const titleOf = ({ object, pages }: PrintedObject): string =>
  object.kind === 'toc' ? tocTitle(object.flags) : (pages.title ?? '');

/** Pages are those of the whole PDF. */
function toOutlines(parts: readonly PrintedObject[]): ObjectOutline[] {
  let firstPage = 0;
  return parts.map((part) => {
    const before = firstPage;
    firstPage += part.pages.sizes.length;
    const isListed = part.object.flags.isOn('include-in-outline', true);
    const found = isListed ? part.pages.headings : [];
    const depths = toDepths(found.map(({ level }) => level));
    const headings = found.map(({ title, page, place = { x: 0, y: 0 } }, i): WkHeading => {
      return { title, depth: depths[i] ?? 1, place: { ...place, page: page + before } };
    });
    return { title: isListed ? titleOf(part) : '', page: before, headings };
  });
}

/** What a table of contents lists: not its own title. */
const listedHeadings = (parts: readonly PrintedObject[]): WkHeading[] =>
  toOutlines(parts).flatMap(({ headings }, i) => (parts[i]?.object.kind === 'toc' ? [] : headings));

const toEntries = (headings: readonly WkHeading[], maxDepth: number) =>
  headings
    .filter(({ depth }) => depth <= maxDepth)
    .map(({ title, depth, place }) => ({ label: title, level: depth, isOpen: true, place }));

async function dumpOutline(path: string | undefined, xml: string, { session }: ObjectTools): Promise<void> {
  if (path === undefined) return;
  await writeOutputFile(path, Buffer.from(xml, 'utf8'), { overwrite: true, shutdown: session.shutdown });
}

interface StampTools extends TocTools, Pick<ObjectFacts, 'now'> {
  readonly title: string;
}

async function makeStamps(
  pdf: Uint8Array,
  parts: readonly PrintedObject[],
  { title, offset, now, setup, tools }: StampTools,
): Promise<Stamp[]> {
  const variables = pageVariables(readPrintedPages(pdf));
  const stamps: Stamp[] = [];
  let firstPage = 0;
  for (const part of parts) {
    const { flags, input } = part.object;
    const count = part.pages.sizes.length;
    const own = variables.slice(firstPage, firstPage + count);
    const facts = {
      firstPage,
      pages: count,
      input,
      title: titleOf(part),
      docTitle: title,
      offset,
      now,
      flags,
    };
    const text = headerStamp(facts, setup, `${firstPage + 1}-${firstPage + count}`);
    const drawn = [
      text,
      await pageStamp('header', facts, own, setup, tools),
      await pageStamp('footer', facts, own, setup, tools),
    ];
    for (const each of drawn) {
      // Objects may have the same input.
      if (each) stamps.push({ ...each, name: `${each.name} (${stamps.length + 1})` });
    }
    firstPage += count;
  }
  return stamps;
}

async function drawStamps(
  pdf: Uint8Array,
  stamps: readonly Stamp[],
  { session, browser, progress }: ObjectTools,
): Promise<Uint8Array> {
  const deadline = new Deadline(session.globals.timeout ?? finishMs);
  try {
    const draw = await prepareStamping(stamps, { browser, deadline, fill: fillInThisThread, work });
    const { pdf: stamped, findings } = await draw(pdf);
    for (const problem of findings?.problems ?? []) progress.warn(problem);
    return stamped;
  } finally {
    deadline.close();
  }
}

/** `isCollated`: whole copies, and not copies of each page. */
function repeat(pdf: Uint8Array, copies: number, isCollated: boolean): Uint8Array {
  const times = Array.from({ length: copies });
  return arrangePages(pdf, (count) => {
    const pages = Array.from({ length: count }, (_, i) => i);
    return {
      pages: isCollated ? times.flatMap(() => pages) : pages.flatMap((page) => times.map(() => page)),
    };
  }).pdf;
}
