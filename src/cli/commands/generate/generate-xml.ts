/** `generate --xml-only`: the XML of a template's e-invoice, for receivers who take no PDF. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { renderInvoice } from '#library/render-document';
import { Deadline } from '#runtime/deadline';
import { chooseLists } from '#template/data/choose-lists';
import { folderTree } from '#template/load/folder-tree';
import { assertDistinctFiles } from '../../io/assert-distinct-files.ts';
import { formatBytes, formatMilliseconds } from '../../io/format.ts';
import { chooseTarget, writeTarget } from '../../io/output.ts';
import { writeStdout } from '../../io/streams.ts';
import { assertTemplateFolder } from '../../options/assert-template-folder.ts';
import { readData } from '../../options/data/read-data.ts';
import { readRowsOptions, rowsPaths } from '../../options/data/rows-option.ts';
import type { RenderOptions } from '../../options/render-options.ts';
import { reproducibleDate } from '../../options/reproducible.ts';
import type { parseTemplateArgument } from '../../options/template-argument.ts';
import type { Document } from '../../rendering/local.ts';
import type { FinishedPdf } from '../../rendering/result.ts';
import { renderSeveral } from '../../rendering/several-documents.ts';
import type { Session } from '../../session.ts';
import { isOfRow } from '../batch/render/row-failure.ts';
import { readFolderDocument } from './folder-document.ts';
import { dataFilename, type GenerateOptions } from './generate-options.ts';

/** Options that the XML depends on. The others are about a PDF. */
const used = new Set([
  ...['xmlOnly', 'data', 'set', 'rows', 'typed', 'decimal', 'encoding', 'output', 'filename', 'force'],
  ...['lang', 'locale', 'timeZone', 'reproducible', 'strict', 'concurrency', 'continueOnError'],
]);

interface Given {
  readonly template: Awaited<ReturnType<typeof parseTemplateArgument>>;
  /** Files of JSON that come after the shared data, each for an invoice of its own. One may be `-`. */
  readonly files: readonly string[];
}

/** Throws `usage`, `invalid_data`, `invalid_template`, `invalid_e_invoice`, `timeout` and the errors of files. */
export async function generateXml(
  session: Session,
  { template, files }: Given,
  options: GenerateOptions,
  command: Command,
): Promise<void> {
  if (template.kind !== 'folder') {
    throw new Failure('usage', '--xml-only takes the folder of a template: servers make PDFs.', {
      hint: 'Get the folder first: pdfapi templates pull. Or take the XML out of the PDF: pdfapi attachments',
    });
  }
  assertNothingElse(command);
  await assertTemplateFolder(template.path);
  const document = await readFolderDocument(session, template.path);
  if (files.length < 2) {
    const [file] = files;
    const own = file === undefined ? options : { ...options, data: [...(options.data ?? []), file] };
    const filename = file === undefined ? `${folderTree(template.path).name}.xml` : dataFilename(file, 'xml');
    return await report(session, await writeXml(session, document, own, filename));
  }
  const inputs = files.map((text) => ({ text, filename: dataFilename(text, 'xml') }));
  const words = { mergeItems: files, isOfDocument: isOfRow };
  await renderSeveral(session, { inputs, options, ...words }, async () => ({
    concurrency: availableParallelism(),
    wait: 0,
    serverOf: () => undefined,
    async render({ text, filename }, { session: own, options: given }) {
      const data = [...(options.data ?? []), text];
      return await writeXml(own, document, { ...given, data }, filename);
    },
  }));
}

/** Writes the XML of one invoice. */
async function writeXml(
  session: Session,
  document: Document,
  options: RenderOptions,
  filename: string,
): Promise<FinishedPdf> {
  const { context, terminal, globals } = session;
  const target = await chooseTarget(session, options, filename, '-o', 'xml');
  assertDistinctFiles(
    [target.path],
    [...(document.files ?? []), ...(options.data ?? []), ...rowsPaths(options)],
  );
  const given = await readData(options, terminal);
  const data = given ?? (await document.defaultData?.());
  const rows = chooseLists(document.template, data?.plain ?? {}, readRowsOptions(session, options));
  const schema = await document.readSchema?.();
  schema?.validate(data?.plain ?? {}, globals.timeout, Object.keys(rows));

  terminal.activity(`Filling ${document.template.name}`);
  const deadline = new Deadline(globals.timeout);
  const { lang, locale, timeZone, strict } = options;
  const date = reproducibleDate(options.reproducible === true, context.sourceDateEpoch);
  try {
    const { xml, warnings } = await renderInvoice(
      {
        template: document.template,
        sources: document.sources,
        page: { lang, locale, timeZone },
        reproducible: date && { date },
        data: data?.exact ?? {},
        strict,
        rows,
        schema,
      },
      deadline,
    );
    const bytes = Buffer.from(xml.endsWith('\n') ? xml : `${xml}\n`);
    await writeTarget(session, target, bytes);
    for (const warning of warnings) terminal.warn(warning);
    return { path: target.path ?? '-', bytes: bytes.length, ms: Math.round(performance.now()) };
  } finally {
    deadline.close();
    terminal.rest();
  }
}

async function report({ context, terminal }: Session, { path, bytes, ms }: FinishedPdf): Promise<void> {
  const file = path === '-' ? null : path;
  if (context.json) {
    const result = { target: 'local', path: file, bytes, ms, warnings: terminal.warnings };
    return await writeStdout(`${JSON.stringify(result)}\n`);
  }
  if (file !== null) await writeStdout(`${file}\n`);
  const line = ['local', formatBytes(bytes), formatMilliseconds(ms)].join(' · ');
  terminal.note(`${terminal.style.bold(file ?? 'stdout')}  ${terminal.style.dim(line)}`);
}

/** An option without effect would be a promise that is not kept. */
function assertNothingElse(command: Command): void {
  const other = command.options.find(
    (option) =>
      command.getOptionValueSource(option.attributeName()) === 'cli' && !used.has(option.attributeName()),
  );
  if (!other) return;
  throw new Failure('usage', `${other.long} is about a PDF, and --xml-only writes none.`, {
    hint: 'Leave one of them out.',
  });
}
