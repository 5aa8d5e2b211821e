/** `pdfapi merge` in this process: renders template folders, HTML and Markdown, and takes finished PDFs as they are. */

import { type Metadata, namesStandard } from '#contract/documents';
import { startMerge } from '#pdf';
import { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { finishMerged } from '#render/merged-standards';
import { assertProtectable, prepareProtection } from '#render/sealing/requested-protection';
import { Deadline } from '#runtime/deadline';
import type { Data } from '#template/data/parse-data-file';
import { fillInThisThread } from '#template/fill/fill-in-this-thread';
import { fillWithoutTwig } from '#template/fill/without-twig';
import { TemplateSources } from '#template/model/template-sources';
import { inputPasswords } from '../../inputs/input-passwords.ts';
import { assertDistinctFiles } from '../../io/assert-distinct-files.ts';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import { chooseTarget, writeTarget } from '../../io/output.ts';
import { metaSources, readMetaOptions } from '../../options/page/page-options.ts';
import { readRegionOptions } from '../../options/page/region-options.ts';
import { readRenderDefaults } from '../../options/page-defaults.ts';
import { passwordFiles, readProtection } from '../../options/protection/read-protection.ts';
import type { RenderOptions } from '../../options/render-options.ts';
import { reproducibleDate } from '../../options/reproducible.ts';
import { openSigningKey } from '../../options/signing/open-key.ts';
import { signingFiles } from '../../options/signing/signing-options.ts';
import { stampFiles } from '../../options/stamp/stamp-files.ts';
import { readEInvoice, readStandards } from '../../options/standards.ts';
import { reportInvoice } from '../../rendering/report-invoice.ts';
import { printResult } from '../../rendering/result.ts';
import { signFinished } from '../../rendering/sign-finished.ts';
import { prepareStamps } from '../../rendering/stamp-finished.ts';
import type { Session } from '../../session.ts';
import { inputReader } from './input-reader.ts';
import { mergeDocuments } from './merge-documents.ts';
import type { PdfItem, SourceItem } from './merge-items.ts';

export interface LocalMergeOptions extends RenderOptions {
  /** Files of passwords of the PDFs: `secret.txt`, `a.pdf=secret.txt`. */
  readonly inputPasswordFile?: readonly string[];
}

export async function mergeLocally(
  session: Session,
  items: readonly (SourceItem | PdfItem)[],
  options: LocalMergeOptions,
): Promise<void> {
  const { context, terminal } = session;
  const metadata = readMetaOptions(options.meta);
  const date = reproducibleDate(options.reproducible === true, context.sourceDateEpoch);
  const target = await chooseTarget(session, options, 'merged.pdf');
  const asked = readStandards(options);
  const named = items.flatMap((item) => [
    'file' in item ? item.file : undefined,
    'data' in item ? item.data : undefined,
  ]);
  const inputs = [...named, options.eInvoice];
  const others = [...stampFiles(options), ...passwordFiles(options), ...signingFiles(options)];
  assertDistinctFiles([target.path], [...inputs, ...others]);
  assertSingleStdin(inputs);
  const protection = prepareProtection(await readProtection(session, options));
  if (protection) {
    const isInvoice = options.eInvoice !== undefined;
    assertProtectable({ pdfa: asked.pdfa, isInvoice, isReproducible: date !== undefined });
  }
  const signer = await openSigningKey(session, options);
  const eInvoice = await readEInvoice(options);
  const stamp = await prepareStamps(session, options, date);
  const pdfs = items.flatMap((item) => (item.kind === 'pdf' ? [item.file] : []));
  const passwords = inputPasswords(terminal, options.inputPasswordFile ?? [], pdfs);
  const deferred = new DeferredStreams();
  const sources = items.filter((item) => item.kind !== 'pdf');
  // Only they need a browser and the modules that fill templates.
  const renderSource =
    sources.length > 0
      ? await (await import('./merge-sources.ts')).startSources(session, sources, options, date, deferred)
      : undefined;

  const { compact } = options;
  const { strict, pageDefaults } = readRenderDefaults(session, options);
  const { locale = pageDefaults.locale ?? pageDefaults.lang, timeZone = pageDefaults.timeZone } =
    readRegionOptions(options);
  const readPdf = inputReader(session, items, {
    passwords,
    deferred,
    needsDrawings:
      stamp !== undefined || options.pages !== undefined || items.some(({ pages }) => pages !== undefined),
    isChecked: namesStandard(asked) || eInvoice !== undefined,
  });
  const { pdf, parts } = await mergeDocuments(session, items, {
    passwords,
    readPdf,
    renderSource,
    timeout: session.globals.timeout,
    start: async (data, deadline) => {
      if (Object.keys(metadata).length === 0) return startMerge({ compact });
      const now = date ?? new Date();
      const { metadata: properties, warnings } = await filled(metadata, data, {
        now,
        language: locale,
        timeZone,
        strict,
        deadline,
      });
      for (const warning of warnings) terminal.warn(warning);

      return startMerge({ compact, properties: { metadata: properties, date: now } });
    },
  }).finally(() => terminal.rest());
  const deadline = new Deadline(session.globals.timeout);
  const label = {
    stamp: stamp && ((chosen: Uint8Array) => stamp(chosen, deadline)),
    parts,
    asked,
    eInvoice,
    date: date ?? new Date(),
    isReproducible: date !== undefined,
    pages: options.pages,
    deadline,
    protection,
  };
  const merged = await finishMerged(pdf, label, deferred).finally(() => deadline.close());
  await reportInvoice(session, merged, strict);
  const signed = await signFinished(session, merged.pdf, signer);
  await writeTarget(session, target, signed);

  const ms = Math.round(performance.now());
  const path = target.path ?? '-';
  await printResult(session, {
    path,
    documents: items.length,
    pages: merged.pages,
    bytes: signed.length,
    ms,
  });
}

/** Fills placeholders from the first document's data; loads the template language only if there are any. */
async function filled(
  metadata: Metadata,
  data: Data | undefined,
  {
    now,
    language,
    timeZone,
    strict,
    deadline,
  }: {
    readonly now: Date;
    readonly language: string | undefined;
    readonly timeZone: string | undefined;
    readonly strict: boolean;
    readonly deadline: Deadline;
  },
): Promise<{ readonly metadata: Metadata; readonly warnings: readonly string[] }> {
  const text = { html: '', twig: false, metadata, partials: {}, strict };
  const job = { ...text, data: data?.exact ?? {}, now, language, timeZone };
  const plain = fillWithoutTwig(job);
  if (plain) return { metadata: plain.metadata, warnings: [] };
  const [{ NoticeLog }, { TemplateError }] = await Promise.all([
    import('#template/fill/notice-log'),
    import('#twig'),
  ]);
  const sources = new TemplateSources(metaSources(metadata), new Map());
  const log = new NoticeLog();
  try {
    const filled = await log.watch(fillInThisThread)(job, deadline);
    return { metadata: filled.metadata, warnings: log.describe(sources) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw sources.failure(error);
  }
}
