/** Prints the page of an object, or of a header, by the one renderer of the command. */
import { readFile } from 'node:fs/promises';
import type { Browser } from '#browser/browser';
import { describeFindings } from '#browser/findings';
import { WebPageFailure } from '#browser/page/web-page';
import { Failure } from '#contract/errors';
import type { PageMargins } from '#contract/page';
import { renderDocument } from '#library/render-document';
import type { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { Deadline } from '#runtime/deadline';
import { allowedHosts } from '../../options/allowed-hosts.ts';
import type { Session } from '../../session.ts';
import type { FlagValues } from './flag-values.ts';
import { toPageLoad } from './load-flags.ts';
import { loadFailure, type WkPage } from './open-input.ts';
import type { Progress } from './progress.ts';
import { WkFailure } from './wk-failure.ts';

export interface ObjectTools {
  readonly session: Session;
  readonly browser: Browser;
  readonly progress: Progress;
  readonly deferred: DeferredStreams;
  /** `host:port` of the web pages that the command names. */
  readonly namedHosts: readonly string[];
}

interface Sheet {
  readonly width: number;
  /** Undefined: as high as the contents. */
  readonly height: number | undefined;
  readonly margins: PageMargins;
}

/** Milliseconds for a page, beside those of `--javascript-delay`. wkhtmltopdf has no limit. */
const defaultTimeoutMs = 120_000;

/** Throws `WkFailure` for a page that does not load, and the errors of a render. */
export async function printObject(
  { template, sources, address, url }: WkPage,
  flags: FlagValues,
  { width, height, margins }: Sheet,
  { session, browser, progress, deferred, namedHosts }: ObjectTools,
): Promise<Uint8Array> {
  const { context, globals } = session;
  const hosts = flags.all('allow-host').map(([host = '']) => host);
  const delay = flags.number('javascript-delay') ?? 0;
  const deadline = new Deadline(globals.timeout ?? defaultTimeoutMs + delay);
  const styles = await readStyles(flags);
  const load = toPageLoad(flags, url, styles);
  try {
    const { pdf, report } = await renderDocument(
      {
        template: {
          ...template,
          styles,
          scripts: flags.isOn('javascript', true),
          forms: template.forms ?? flags.isOn('forms', false),
        },
        sources,
        data: {},
        page: {
          format: height === undefined ? `${width}mm` : `${width}mmx${height}mm`,
          margins,
        },
        load,
        allowHosts: [...allowedHosts(hosts, context.allowHosts), ...namedHosts],
        // The merge makes all objects together smaller.
        compact: false,
      },
      { browser, deadline, deferred, longDocuments: {} },
    );
    for (const warning of describeFindings(report)) progress.warn(warning);
    if (flags.isOn('debug-javascript', false)) {
      for (const { level, text } of report.console) progress.warn(`${address}: ${level}: ${text}`);
    }
    return await toBytes(pdf);
  } catch (error) {
    throw toWkFailure(error, address);
  } finally {
    deadline.close();
  }
}

function toWkFailure(error: unknown, address: string): unknown {
  if (!(error instanceof Failure)) return error;
  const { message, hint = '' } = error;
  // Others name options of pdfapi that are none here.
  const advice = hint.includes('--allow-host') ? ` ${hint}` : '';
  const failure = loadFailure(address, `${message}${advice}`, { cause: error });
  const status = error instanceof WebPageFailure ? error.status : undefined;
  return status === undefined ? failure : new WkFailure(failure.message, { status }, { cause: error });
}

/** The style sheets of flags, which yield to those of the page. */
async function readStyles(flags: FlagValues): Promise<string | undefined> {
  const path = flags.text('user-style-sheet');
  const own = path === undefined ? '' : await readStyleSheet(path);
  const hidden = flags.isOn('images', true)
    ? ''
    : 'img, image, picture, video, input[type=image] { visibility: hidden !important } * { background-image: none !important; list-style-image: none !important }';
  const styles = [own, hidden].filter(Boolean).join('\n');
  return styles || undefined;
}

async function readStyleSheet(path: string): Promise<string> {
  if (/^https?:\/\//i.test(path)) return `@import url(${JSON.stringify(path)});`;
  try {
    return await readFile(path.replace(/^file:\/\//i, ''), 'utf8');
  } catch (error) {
    throw new WkFailure(`Failed to load the --user-style-sheet ${path}`, 'failed', { cause: error });
  }
}
