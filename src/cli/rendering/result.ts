/** Reports finished work: the result on stdout, the report if requested, everything else on stderr. */

import { describeFindings } from '#browser/findings';
import type { Generated } from '#client/client';
import { noQuota } from '#contract/plans';
import type { RenderReport } from '#render/render-request';
import { count, formatBytes, formatMilliseconds } from '../io/format.ts';
import { isStdout } from '../io/output.ts';
import { writeStdout } from '../io/streams.ts';
import type { Session } from '../session.ts';
import { writeReport } from './report.ts';
import type { WrittenImage } from './write-images.ts';

/** A rendered template, as `--json` prints it. */
export interface RenderedTemplate {
  readonly id: number;
  /** Null if the id was given: looking up the name would take another request. */
  readonly name: string | null;
}

/** The PDF that a command has made. Also the output of `--json`, with `target` and `warnings`. */
export interface FinishedPdf {
  /** As given on the command line, or `-`; null with `--url` and `--upload`. */
  readonly path: string | null;
  /** Address of the server that rendered; undefined for a local render. */
  readonly server?: string | undefined;
  readonly template?: RenderedTemplate | undefined;
  readonly templates?: readonly RenderedTemplate[] | undefined;
  /** Number of documents in a merge. */
  readonly documents?: number | undefined;
  /** Undefined if only its own server can parse the PDF. */
  readonly pages?: number | undefined;
  readonly bytes: number;
  /** Milliseconds from the start of the process, or with `--watch` from the change, to the finished file. */
  readonly ms: number;
  readonly url?: string | undefined;
  readonly expires_at?: string | undefined;
  /** With `--upload`; `url` is then the address without its query. */
  readonly uploaded?: true | undefined;
  readonly usage?: Generated['usage'] | undefined;
  /** With `--report -`. */
  readonly report?: RenderReport | undefined;
}

export interface FinishedImages {
  readonly images: readonly WrittenImage[];
  /** As in `FinishedPdf`. */
  readonly ms: number;
  readonly server?: string | undefined;
  readonly report?: RenderReport | undefined;
}

/** Prints the paths of images on stdout and a last line on stderr. */
export async function printImages(
  session: Session,
  { images, ms, server, report }: FinishedImages,
): Promise<void> {
  const { context, terminal } = session;
  if (context.json) {
    const target = server === undefined ? 'local' : 'remote';
    const result = { target, server, images, ms, report, warnings: terminal.warnings };
    return await writeStdout(`${JSON.stringify(result)}\n`);
  }
  if (report) return await writeReport(session, '-', report);
  const paths = images.map(({ path }) => path).filter((path) => path !== '-');
  await writeStdout(paths.map((path) => `${path}\n`).join(''));
  const [first] = images;
  const size = first && images.length === 1 ? `${first.width} × ${first.height} pixels` : '';
  const bytes = formatBytes(images.reduce((sum, image) => sum + image.bytes, 0));
  const facts = [server ?? 'local', count(images.length, 'image'), size, bytes, formatMilliseconds(ms)];
  const name = first?.path === '-' ? 'stdout' : (first?.path ?? '');
  const line = terminal.style.dim(facts.filter(Boolean).join(' · '));
  terminal.note(images.length === 1 ? `${terminal.style.bold(name)}  ${line}` : line);
}

/** Prints the result on stdout and a last line on stderr. */
export async function printResult(session: Session, pdf: FinishedPdf): Promise<void> {
  const { context, terminal } = session;
  const { path, server, documents, pages, bytes, ms, url, expires_at, uploaded, usage, report } = pdf;
  if (context.json) {
    const target = server === undefined ? 'local' : 'remote';
    const result = { target, ...pdf, warnings: terminal.warnings };
    return await writeStdout(`${JSON.stringify(result)}\n`);
  }
  if (report) await writeReport(session, '-', report);
  else if (url !== undefined) await writeStdout(`${url}\n`);
  else if (path !== null && path !== '-') await writeStdout(`${path}\n`);
  const facts = [
    server ?? 'local',
    documents === undefined ? '' : count(documents, 'document'),
    pages === undefined ? '' : count(pages, 'page'),
    formatBytes(bytes),
    formatMilliseconds(ms),
    usage ? describeLeft(usage) : '',
    expires_at === undefined ? '' : `valid until ${expires_at}`,
  ];
  const name = path === '-' ? 'stdout' : (path ?? (uploaded ? 'uploaded' : 'address'));
  const line = facts.filter(Boolean).join(' · ');
  terminal.note(`${terminal.style.bold(name)}  ${terminal.style.dim(line)}`);
}

/** Returns how many documents the team can still make, with the credits of its packs: `12 PDFs left`. */
export const describeLeft = ({ limit, current, pack_credits }: Generated['usage']): string =>
  limit === noQuota ? '' : `${count(Math.max(0, limit - current) + pack_credits, 'PDF')} left`;

/** What a render has made. */
export type Finished = FinishedPdf | FinishedImages;

export const printFinished = async (session: Session, finished: Finished): Promise<void> =>
  'images' in finished ? await printImages(session, finished) : await printResult(session, finished);

/** Prints what the author should know. Returns the report if it belongs to the result on stdout. */
export async function printReport(
  session: Session,
  report: RenderReport,
  file: string | undefined,
): Promise<RenderReport | undefined> {
  const { terminal } = session;
  for (const warning of toWarnings(report)) terminal.warn(warning);
  const isForStdout = file !== undefined && isStdout(file);
  if (file !== undefined && !isForStdout) await writeReport(session, file, report);
  for (const { level, text } of report.console) terminal.detail(`console.${level}: ${text}`);
  const steps = Object.entries(report.timings).map(([step, time]) => `${step} ${formatMilliseconds(time)}`);
  terminal.detail(steps.join(' · '));
  return isForStdout ? report : undefined;
}

export const toWarnings = (report: RenderReport): string[] => describeFindings(report, remedy);

/** Only addresses that have a host get a hint: no option lifts an exceeded limit. */
const remedy = (url: string): string =>
  URL.canParse(url) ? ` If you trust the page: --allow-host ${new URL(url).host}` : '';
