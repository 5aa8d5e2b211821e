/** Does what `pdfapi pages` asks for. */
import { basename } from 'node:path';
import { namesStandard } from '#contract/documents';
import { Failure } from '#contract/errors';
import { type ArrangedPages, type Bookmark, type MergedPartFacts, startMerge } from '#pdf';
import { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { arrangeDocument, finishArranged } from '#render/arrangement/arrange-document';
import type { SplitRule } from '#render/arrangement/split-document';
import { assertProtectable, prepareProtection } from '#render/sealing/requested-protection';
import { Deadline } from '#runtime/deadline';
import { inputPasswords } from '../../inputs/input-passwords.ts';
import { repairPdf } from '../../inputs/input-pdf.ts';
import { assertDistinctFiles } from '../../io/assert-distinct-files.ts';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import { chooseTarget, writeTarget } from '../../io/output.ts';
import { parseLang, readMetaOptions } from '../../options/page/page-options.ts';
import { passwordFiles, readProtection } from '../../options/protection/read-protection.ts';
import { stampFiles } from '../../options/stamp/stamp-files.ts';
import { readStandards } from '../../options/standards.ts';
import { reportInvoice } from '../../rendering/report-invoice.ts';
import { printResult } from '../../rendering/result.ts';
import { prepareStamps } from '../../rendering/stamp-finished.ts';
import type { Session } from '../../session.ts';
import { inputReader } from '../merge/input-reader.ts';
import type { PdfItem } from '../merge/merge-items.ts';
import type { PagesOptions } from './pages.ts';
import { readPagesItem } from './pages-items.ts';
import { readChanges } from './read-changes.ts';
import { splitFiles } from './split-files.ts';

/** Throws `usage`, `invalid_option`, `invalid_pdf`, `not_conforming`, `timeout` and the errors of files. */
export async function runPages(
  session: Session,
  texts: readonly string[],
  options: PagesOptions,
): Promise<void> {
  const items = texts.map(readPagesItem);
  const inputs = items.map(({ file }) => file);
  assertSingleStdin(inputs);
  const split = readSplit(options);
  const [first] = items;
  const name = items.length === 1 && first ? basename(first.text) : 'the document';
  const stem = (first?.file === '-' ? 'pages' : basename(first?.file ?? '')).replace(/\.pdf$/i, '');
  const own = [options.bookmarks, ...(options.attach ?? [])];
  const reserved = [...inputs, ...own, ...stampFiles(options), ...passwordFiles(options)];
  const target = split ? undefined : await chooseTarget(session, options, `${stem}-pages.pdf`);
  if (target) assertDistinctFiles([target.path], reserved);
  const files = split && splitFiles(session, options, { stem, reserved });
  const asked = readStandards(options);
  const metadata = readMetaOptions(options.meta);
  const language = options.lang === undefined ? undefined : parseLang(options.lang);
  const protection = await readProtection(session, options);
  const prepared = prepareProtection(protection);
  if (prepared) assertProtectable({ pdfa: asked.pdfa, isInvoice: false, isReproducible: false });

  const { bookmarks, properties, attachments } = await readChanges(options);
  const stamp = await prepareStamps(session, options, undefined);
  const { terminal, globals } = session;
  const deadline = new Deadline(globals.timeout);
  const date = new Date();
  const deferred = new DeferredStreams();
  try {
    const isChecked = namesStandard(asked);
    const { arranged: plain, parts } = await readArranged(session, items, options, {
      name,
      deferred,
      isChecked,
      bookmarks,
    });
    const arranged = stamp ? { ...plain, pdf: await stamp(plain.pdf, deadline) } : plain;
    deadline.check('arranging the pages');
    const described = { metadata, properties, attachments, language, date };
    const finishing = { name, parts, asked, ...described, deadline, deferred };
    if (split && files) {
      const finish = async (part: ArrangedPages) => {
        deadline.check('splitting the PDF');
        // Each part has a key of its own.
        const finished = await finishArranged(part, {
          ...finishing,
          protection: prepareProtection(protection),
        });
        await reportInvoice(session, finished, options.strict);
        return finished.pdf;
      };
      const { splitDocument } = await import('#render/arrangement/split-document');
      return await files.write(await splitDocument(arranged, split, finish), arranged.pages);
    }
    const finished = await finishArranged(arranged, { ...finishing, protection: prepared });
    await reportInvoice(session, finished, options.strict);
    const { pdf, pages } = finished;
    if (!target) throw new Error('A document that is not split has a target.');
    await writeTarget(session, target, pdf);
    const ms = Math.round(performance.now());
    await printResult(session, { path: target.path ?? '-', pages, bytes: pdf.length, ms });
  } finally {
    deadline.close();
    await deferred.close();
    terminal.rest();
  }
}

interface ReadArranged {
  readonly name: string;
  /** Gets what stays in the files. */
  readonly deferred: DeferredStreams;
  readonly isChecked: boolean;
  readonly bookmarks: readonly Bookmark[] | undefined;
}

interface Arranged {
  readonly arranged: ArrangedPages;
  /** The documents of which it has pages, if they are several. */
  readonly parts?: readonly MergedPartFacts[] | undefined;
}

async function readArranged(
  session: Session,
  items: readonly PdfItem[],
  { pages, rotate, flatten, imageQuality, inputPasswordFile = [] }: PagesOptions,
  { name, bookmarks, ...reading }: ReadArranged,
): Promise<Arranged> {
  const passwords = inputPasswords(
    session.terminal,
    inputPasswordFile,
    items.map(({ file }) => file),
  );
  // Contents are read to find what the pages that are left do not use.
  const readPdf = inputReader(session, items, {
    ...reading,
    passwords,
    needsDrawings: true,
    isAlone: items.length === 1,
  });
  const onWarning = (message: string) => session.terminal.warn(message);
  const changes = { flatten, imageQuality, bookmarks, onWarning };
  const [item] = items;
  if (item && items.length === 1) {
    const isOnce = item.pages === undefined || pages === undefined;
    const bytes = await readPdf(item, { isRepeated: false });
    const repair = () => repairPdf(session, item, bytes, passwords);
    const chosen = await arrangeDocument(bytes, {
      name,
      pages: item.pages ?? pages,
      rotate: isOnce ? rotate : [],
      ...(isOnce ? changes : {}),
      repair,
    });
    if (isOnce) return { arranged: chosen };
    const again = await arrangeDocument(chosen.pdf, { name, pages, rotate, ...changes, repair });
    const indexes = again.indexes.map((index) => chosen.indexes[index] ?? 0);
    return { arranged: { ...again, claimed: chosen.claimed, indexes } };
  }
  const { mergeDocuments } = await import('../merge/merge-documents.ts');
  const { pdf, parts } = await mergeDocuments(session, items, {
    passwords,
    readPdf,
    timeout: session.globals.timeout,
    start: async () => startMerge(),
  });
  const repair = async () => {
    throw new Error('A merged file needs no repair.');
  };
  return { arranged: await arrangeDocument(pdf, { name, pages, rotate, ...changes, repair }), parts };
}

function readSplit({ splitEvery, splitSize, splitOutline }: PagesOptions): SplitRule | undefined {
  const given = [splitEvery, splitSize, splitOutline].filter((value) => value !== undefined);
  if (given.length > 1) {
    throw new Failure('usage', 'A PDF is split in one way.', {
      hint: 'Give one of --split-every, --split-size and --split-outline.',
    });
  }
  if (splitEvery !== undefined) return { kind: 'every', pages: splitEvery };
  if (splitSize !== undefined) return { kind: 'size', bytes: splitSize };
  return splitOutline === undefined ? undefined : { kind: 'outline', level: splitOutline };
}
