/** A render in this process, from the command line's options to the file and the last line on stderr. */
import { Failure } from '../contract/errors.ts';
import type { JsonObject } from '../contract/json.ts';
import type { Browser } from '../core/browser/browser.ts';
import { Deadline } from '../core/deadline.ts';
import { type RenderedDocument, type RenderReport, render } from '../core/render.ts';
import type { Data } from '../core/template/parse-data-file.ts';
import type { Template } from '../core/template/template.ts';
import type { TemplateSources } from '../core/template/template-sources.ts';
import { TemplateRuntimeError, TemplateSyntaxError } from '../core/twig/index.ts';
import { allowedHosts } from './allowed-hosts.ts';
import { writeFileAtomically } from './atomic-write.ts';
import { checkFolder, chooseTarget, isStdout, type Target, writeTarget } from './output.ts';
import { readMetaOptions, readPageOptions } from './page-options.ts';
import { count, formatBytes, formatMilliseconds } from './quantities.ts';
import { readData } from './read-data.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';
import type { RenderOptions } from './render-options.ts';
import { reproducibleDate } from './reproducible.ts';
import type { Session } from './session.ts';
import { writeStdout } from './streams.ts';

export interface Document {
  readonly template: Template;
  readonly sources: TemplateSources;
  /** What to do where its Twig is wrong, beside mending it. */
  readonly templateHint?: string;
  /** Files that it is read from, which no result may overwrite. */
  readonly files?: readonly string[];
  /** The name of the PDF where no option names one. */
  readonly filename: string;
  /** What to fill in where neither `--data` nor `--set` says. */
  readonly defaultData?: () => Promise<Data | undefined>;
  /** Throws where the data is not what the template wants. */
  readonly validate?: (data: JsonObject) => Promise<void>;
}

/** What `--json` prints. */
interface Result {
  /** As it was named, or `-`. */
  readonly path: string;
  readonly where: 'here';
  readonly pages: number;
  readonly bytes: number;
  /** From the start of the process to the finished file. */
  readonly ms: number;
  readonly warnings: readonly string[];
  /** With `--report -`. */
  readonly report?: RenderReport;
}

export async function renderHere(
  session: Session,
  browser: Browser,
  document: Document,
  options: RenderOptions,
): Promise<void> {
  const { context, terminal } = session;
  const metadata = readMetaOptions(options.meta);
  const allowHosts = allowedHosts(options.allowHost, context.allowHosts);
  const date = reproducibleDate(options.reproducible === true, context.sourceDateEpoch);
  const { page, sources } = await readPageOptions(options);
  const target = await chooseTarget(session, options, document.filename);
  refuseTwoResults(target, options);
  await checkReport(options.report);
  const inputs = [...(document.files ?? []), ...(options.data ?? []), options.header, options.footer];
  refuseOverwriting([target.path, options.report], inputs);

  const data = (await readData(options, terminal)) ?? (await document.defaultData?.());
  await document.validate?.(data?.plain ?? {});

  terminal.activity(`Rendering ${document.template.name}`);
  const deadline = new Deadline(session.timeoutMs);
  let rendered: RenderedDocument;
  try {
    rendered = await render(
      {
        template: {
          ...document.template,
          ...(options.scripts ? {} : { scripts: false }),
          ...(options.tags ? {} : { tags: false }),
        },
        data: data?.exact ?? {},
        page,
        metadata,
        strict: options.strict === true,
        allowHosts,
        report: options.report !== undefined,
        ...(date ? { reproducible: { date } } : {}),
      },
      { browser, deadline },
    );
  } catch (error) {
    const isTwig = error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError;
    throw isTwig ? document.sources.with(sources).failure(error, document.templateHint) : error;
  } finally {
    deadline.close();
    terminal.rest();
  }

  await writeTarget(session, target, rendered.pdf);
  await tell(session, target, rendered.report, options.report);
}

function refuseTwoResults(target: Target, { report }: RenderOptions): void {
  if (target.path !== null || report === undefined || !isStdout(report)) return;
  throw new Failure('usage', '-o - and --report - both want stdout.', {
    hint: 'Write one of them to a file.',
  });
}

/** Before anything is rendered, so that a report that cannot be written costs no PDF. */
async function checkReport(report: string | undefined): Promise<void> {
  if (report !== undefined && !isStdout(report)) await checkFolder(report);
}

/** The result on stdout; on stderr what its author may want to know, and a last line. */
async function tell(session: Session, target: Target, report: RenderReport, reportFile: string | undefined) {
  const { context, terminal } = session;
  for (const warning of warningsOf(report)) terminal.warn(warning);
  const reportAsText = `${JSON.stringify(report, null, 2)}\n`;
  const reportToStdout = reportFile !== undefined && isStdout(reportFile);
  if (reportFile !== undefined && !reportToStdout) {
    await writeFileAtomically(reportFile, Buffer.from(reportAsText), {
      overwrite: true,
      ending: session.ending,
    });
  }
  const { pages, bytes, timings } = report;
  const ms = Math.round(performance.now());
  if (context.json) {
    const result: Result = {
      path: target.path ?? '-',
      where: 'here',
      pages,
      bytes,
      ms,
      warnings: terminal.warnings,
      ...(reportToStdout ? { report } : {}),
    };
    return await writeStdout(`${JSON.stringify(result)}\n`);
  }
  if (reportToStdout) await writeStdout(reportAsText);
  else if (target.path !== null) await writeStdout(`${target.path}\n`);
  for (const { level, text } of report.console) terminal.detail(`console.${level}: ${text}`);
  const steps = Object.entries(timings).map(([step, time]) => `${step} ${formatMilliseconds(time)}`);
  terminal.detail(steps.join(' · '));
  const facts = ['here', count(pages, 'page'), formatBytes(bytes), formatMilliseconds(ms)].join(' · ');
  terminal.note(`${terminal.style.bold(target.path ?? 'stdout')}  ${terminal.style.dim(facts)}`);
}

function warningsOf({ refused, failed, errors, missingGlyphs }: RenderReport): string[] {
  return [
    ...failed.map(({ url, reason }) => `${url} did not load: ${reason}`),
    ...refused.map(({ url, reason }) => `${url} was refused: ${reason}${remedy(url)}`),
    ...errors.map((error) => `a script failed: ${error.split('\n')[0]}`),
    ...(missingGlyphs.length > 0 ? [`no font has these characters: ${missingGlyphs.join(' ')}`] : []),
  ];
}

/** Only for addresses that have a host: a limit that was reached has no remedy in an option. */
const remedy = (url: string): string =>
  URL.canParse(url) ? ` Where you trust the page: --allow-host ${new URL(url).host}` : '';
