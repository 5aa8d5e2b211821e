/** A local render, from the options of the command line to the file and the last line on stderr. */

import type { Browser } from '#browser/browser';
import { getFindings } from '#browser/findings';
import type { CommandOption } from '#contract/document/option-table';
import { Failure } from '#contract/errors';
import { renderDocument } from '#library/render-document';
import type { Signer } from '#library/signing/open-signer';
import { defaultDpi } from '#render/images/image-format';
import type { RenderedContent } from '#render/render-request';
import { prepareProtection } from '#render/sealing/requested-protection';
import { toRenderRequest } from '#render/to-render-request';
import { Deadline } from '#runtime/deadline';
import { chooseLists } from '#template/data/choose-lists';
import type { DataSchema } from '#template/data/data-schema';
import type { Data } from '#template/data/parse-data-file';
import type { Fill } from '#template/fill/fill';
import type { Template } from '#template/model/template';
import type { TemplateSources } from '#template/model/template-sources';
import type { RowSources } from '#template/rows/row-source';
import { assertDistinctFiles } from '../io/assert-distinct-files.ts';
import { assertOpenStdout } from '../io/assert-open-stdout.ts';
import { chooseTarget, isStdout, type OutputTarget, writeTarget } from '../io/output.ts';
import { assertOutputFolder } from '../io/output-file.ts';
import { readData } from '../options/data/read-data.ts';
import { readRowsOptions, rowsPaths } from '../options/data/rows-option.ts';
import { chooseImageTarget } from '../options/images/image-files.ts';
import { readImageSettings } from '../options/images/image-options.ts';
import { readScreenshotFlags } from '../options/images/screenshot-options.ts';
import { readLoadOptions } from '../options/page/load-options.ts';
import { metaSources, readMetaOptions, readPageOptions } from '../options/page/page-options.ts';
import { passwordFiles, readBasePassword, readProtection } from '../options/protection/read-protection.ts';
import { readAttachments } from '../options/read-attachments.ts';
import { readRenderingOptions } from '../options/read-rendering-options.ts';
import type { RenderOptions } from '../options/render-options.ts';
import { signingFiles } from '../options/signing/signing-options.ts';
import { readStamps } from '../options/stamp/read-stamps.ts';
import { stampFiles } from '../options/stamp/stamp-files.ts';
import { readEInvoice, readStandards } from '../options/standards.ts';
import type { Session } from '../session.ts';
import { writeReportOfFailure } from './report.ts';
import { type Finished, printReport } from './result.ts';
import { signFinished } from './sign-finished.ts';

export interface Document {
  readonly template: Template;
  readonly sources: TemplateSources;
  /** An alternative to fixing its Twig if that is invalid. */
  readonly templateHint?: string;
  /** The files that it is read from, which no result may overwrite. */
  readonly files?: readonly string[];
  /** The name of the PDF if no option names one. */
  readonly filename: string;
  /** The data if neither `--data` nor `--set` is given. */
  readonly defaultData?: () => Promise<Data | undefined>;
  /** A warning for the author, printed after the render. */
  readonly warning?: string | undefined;
  /** Validates the data. */
  readonly readSchema?: () => Promise<DataSchema | undefined>;
}

export interface LocalRenderInputs {
  /** Undefined for editor templates. */
  readonly browser: Browser | undefined;
  /** The date of a reproducible document. */
  readonly date: Date | undefined;
  /** When the work on this document began. Default: the start of the process. */
  readonly since?: number | undefined;
  /** Signs the document. */
  readonly signer?: Signer | undefined;
  /** Data that was read already. */
  readonly data?: Data | undefined;
  readonly cancel?: AbortSignal | undefined;
  /** Fills the template. Default: compiles it for this document alone. */
  readonly fill?: Fill | undefined;
}

/** Renders, writes, and returns what is to be printed. Throws the reason of `cancel`. */
export async function renderLocally(
  session: Session,
  { browser, date, since = 0, signer, data: known, cancel, fill }: LocalRenderInputs,
  document: Document,
  options: RenderOptions,
): Promise<Finished> {
  const { terminal } = session;
  const metadata = readMetaOptions(options.meta);
  const { page, sources } = await readPageOptions(options);
  const load = await readLoadOptions(options);
  const { rendering, defaults } = readRenderingOptions(session, options);
  const standards = readStandards(options);
  const passwords = await readProtection(session, options);
  const protection = prepareProtection(passwords);
  const screenshot = readScreenshotFlags(options);
  const images = screenshot ? { format: screenshot.format, dpi: defaultDpi } : readImageSettings(options);
  await checkReport(options.report);
  const inputs = [
    ...(document.files ?? []),
    ...(options.data ?? []),
    ...rowsPaths(options),
    ...(options.attach ?? []),
    options.header,
    options.footer,
    options.eInvoice,
    options.basicAuthFile,
    ...stampFiles(options),
    ...passwordFiles(options),
    ...signingFiles(options),
  ];
  const stem = document.filename.replace(/\.pdf$/i, '');
  const imageTarget =
    images &&
    (await chooseImageTarget(session, options, images, {
      stem,
      inputs: [...inputs, options.report],
      isSingle: screenshot !== undefined,
    }));
  const target = imageTarget
    ? { path: imageTarget.pattern, overwrite: imageTarget.overwrite }
    : await chooseTarget(session, options, document.filename);
  assertOneResult(target, options);
  assertDistinctFiles([target.path, options.report], inputs);

  const attachments = await readAttachments(options.attach ?? [], date);
  const eInvoice = await readEInvoice(options);
  const { stamps, sources: stampSources } = await readStamps(options);
  const given = known ?? (await readData(options, terminal));
  const data = given ?? (await document.defaultData?.());
  const rows = chooseLists(document.template, data?.plain ?? {}, readRowsOptions(session, options));
  noteOwnRows(session, rows, options);
  const schema = await document.readSchema?.();
  schema?.validate(data?.plain ?? {}, session.globals.timeout, Object.keys(rows));

  terminal.activity(`Rendering ${document.template.name}`);
  const deadline = new Deadline(session.globals.timeout, cancel);
  let rendered: RenderedContent;
  try {
    rendered = await renderDocument(
      {
        ...toRenderRequest<CommandOption<'render' | 'html'>>(document.template, {
          ...page,
          ...load,
          ...rendering,
          ...standards,
          metadata,
          compact: options.compact,
          reproducible: date,
          attachments,
          pages: options.pages,
          eInvoice,
          protection,
          stamp: stamps,
          basePassword: await readBasePassword(options),
        }),
        ...defaults,
        screenshot,
        data: data?.exact ?? {},
        isSampleData: given === undefined && options.rows === undefined,
        rows,
        schema,
        report: options.report !== undefined,
        sources: document.sources.with({ ...sources, ...stampSources, ...metaSources(metadata) }),
        templateHint: document.templateHint,
      },
      {
        browser,
        deadline,
        fill,
        longDocuments: {
          onProgress(done, of, unit) {
            terminal.activity(
              `Rendering ${document.template.name}: ${unit} ${done.toLocaleString('en')} of ${of.toLocaleString('en')}`,
            );
          },
        },
      },
    );
  } catch (error) {
    const findings = getFindings(error);
    if (findings && options.report) await writeReportOfFailure(session, options.report, error, findings);
    throw error;
  } finally {
    deadline.close();
    terminal.rest();
  }

  if (imageTarget && browser) {
    const [{ writeImages, writeScreenshot }, { toBytes }] = await Promise.all([
      import('./write-images.ts'),
      import('#pdf/large-pdf/large-pdf'),
    ]);
    const { userPassword, ownerPassword } = passwords ?? {};
    const bytes = await toBytes(rendered.pdf);
    const { screenshot: size } = rendered.report;
    const written = size
      ? await writeScreenshot(session, imageTarget, { bytes, ...size })
      : await writeImages(session, browser, imageTarget, {
          pdf: bytes,
          passwords: [userPassword, ownerPassword].filter((password) => password !== undefined),
        });
    terminal.rest();
    if (document.warning !== undefined) terminal.warn(document.warning);
    const report = await printReport(session, rendered.report, options.report);
    return { images: written, ms: Math.round(performance.now() - since), report };
  }
  const pdf = await signFinished(session, rendered.pdf, signer);
  await writeTarget(session, target, pdf);
  if (document.warning !== undefined) terminal.warn(document.warning);
  const bytes = pdf.length;
  const report = await printReport(session, { ...rendered.report, bytes }, options.report);
  const { pages } = rendered.report;
  return { path: target.path ?? '-', pages, bytes, ms: Math.round(performance.now() - since), report };
}

/** Rows that the command does not name come from the template, as sample data does. */
function noteOwnRows({ terminal }: Session, rows: RowSources, options: RenderOptions): void {
  const own = Object.entries(rows).filter(([name]) => !options.rows?.some((given) => given.name === name));
  for (const [name, { file }] of own) terminal.note(terminal.style.dim(`Read ${name} from ${file}.`));
}

function assertOneResult(target: OutputTarget, { report }: RenderOptions): void {
  if (target.path !== null || report === undefined || !isStdout(report)) return;
  throw new Failure('usage', '-o - and --report - both write to stdout.', {
    hint: 'Write one of them to a file.',
  });
}

/** Runs before the render, so that a report that cannot be written does not cost a PDF. */
async function checkReport(report: string | undefined): Promise<void> {
  if (report === undefined) return;
  if (isStdout(report)) assertOpenStdout('the report');
  else await assertOutputFolder(report);
}
