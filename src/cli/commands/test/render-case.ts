/** Renders the cases of a template reproducibly, and compares each with its approved PDF. */
import { readFile } from 'node:fs/promises';
import type { Browser } from '#browser/browser';
import { describeFindings } from '#browser/findings';
import { Failure } from '#contract/errors';
import { renderDocument } from '#library/render-document';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { comparePdfs, type PdfComparison } from '#render/golden/compare-pdfs';
import { Deadline } from '#runtime/deadline';
import { chooseLists } from '#template/data/choose-lists';
import { readDataSchema } from '#template/data/data-schema';
import { parseDataFile } from '#template/data/parse-data-file';
import type { Fill } from '#template/fill/fill';
import { folderTree } from '#template/load/folder-tree';
import { readTemplateFolder } from '#template/load/read-template-folder';
import type { EditorPool } from '#template/pdfme/editor-pool';
import { allowedHosts } from '../../options/allowed-hosts.ts';
import type { RenderDefaults } from '../../options/page-defaults.ts';
import type { Session } from '../../session.ts';
import type { CaseResult } from './case-result.ts';
import type { TemplateCase } from './find-tested-templates.ts';

export interface CaseTools {
  /** Starts the browser when it is needed: an editor template that is equal needs none. */
  readonly browser: () => Promise<Browser>;
  readonly editor: EditorPool;
  readonly defaults: RenderDefaults;
  readonly allowHost: readonly string[] | undefined;
  /** From 0 to 1. */
  readonly tolerance: number;
  readonly keepsImages: boolean;
  /** Fills the template. Default: this thread. */
  readonly fill?: Fill | undefined;
  /** Ends the case, which then fails. */
  readonly signal?: AbortSignal | undefined;
}

/** Not the day of SOURCE_DATE_EPOCH, which changes with every commit. */
const date = new Date(0);

/** Never throws: whatever is wrong with the template or its data is the result. */
export async function runCase(
  session: Session,
  folder: string,
  { name, data, golden }: TemplateCase,
  tools: CaseTools,
): Promise<CaseResult> {
  const started = performance.now();
  const facts = { folder, name, golden, differences: [], images: [], machineFonts: [], warnings: [] };
  const ms = () => Math.round(performance.now() - started);
  try {
    const { pdf, ...rendered } = await render(session, folder, data, tools);
    const approved = await readFile(golden).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
    if (!approved) return { ...facts, ...rendered, pdf, result: 'missing', ms: ms() };
    const compared = await compare(session, approved, pdf, golden, tools);
    return { ...facts, ...rendered, ...compared, pdf, ms: ms() };
  } catch (error) {
    const failure =
      error instanceof Failure
        ? error
        : new Failure('internal', `Unexpected error: ${error}`, { cause: error });
    return { ...facts, result: 'failed', error: failure, ms: ms() };
  }
}

async function render(
  { context, globals }: Session,
  folder: string,
  dataFile: string | undefined,
  { browser, editor, defaults, allowHost, fill, signal }: CaseTools,
): Promise<Required<Pick<CaseResult, 'pdf' | 'pages' | 'machineFonts' | 'warnings'>> & { pdf: Uint8Array }> {
  const { template, sources } = await readTemplateFolder(folder);
  const data = dataFile === undefined ? undefined : parseDataFile(dataFile, await readFile(dataFile, 'utf8'));
  const plain = data?.plain ?? {};
  const rows = chooseLists(template, plain, {});
  const schema = await readDataSchema(folderTree(folder));
  schema?.validate(plain, globals.timeout, Object.keys(rows));
  const deadline = new Deadline(globals.timeout, signal);
  try {
    const { pdf, report } = await renderDocument(
      {
        template,
        sources,
        data: data?.exact ?? {},
        rows,
        schema,
        ...defaults,
        metadata: {},
        allowHosts: allowedHosts(allowHost, context.allowHosts),
        report: true,
        reproducible: { date },
      },
      {
        browser: template.kind === 'editor' ? undefined : await browser(),
        deadline,
        editor,
        fill,
        longDocuments: {},
      },
    );
    const machineFonts = report.fonts.filter(({ own }) => !own).map(({ family }) => family);
    return {
      pdf: await toBytes(pdf),
      pages: report.pages,
      machineFonts: [...new Set(machineFonts)],
      warnings: describeFindings(report),
    };
  } finally {
    deadline.close();
  }
}

async function compare(
  { globals }: Session,
  before: Uint8Array,
  after: Uint8Array,
  golden: string,
  { browser, tolerance, keepsImages, signal }: CaseTools,
): Promise<PdfComparison> {
  if (Buffer.compare(before, after) === 0) return { result: 'equal', differences: [], images: [] };
  const request = { before, after, tolerance, keepsImages };
  try {
    return await comparePdfs(await browser(), request, () => new Deadline(globals.timeout, signal));
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'invalid_pdf')) throw error;
    throw new Failure('invalid_pdf', `${golden}: ${error.message}`, {
      cause: error,
      hint: 'Write it again: --update',
    });
  }
}
