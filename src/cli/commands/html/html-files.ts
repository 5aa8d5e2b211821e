/** The files of an HTML page that are uploaded with it. */
import { Failure } from '#contract/errors';
import type { JsonObject } from '#contract/json';
import { maxFormParts } from '#contract/limits';
import { Deadline } from '#runtime/deadline';
import { readReferencedFiles } from '#template/assets/referenced-files';
import type { FillJob } from '#template/fill/fill';
import { fillInThisThread } from '#template/fill/fill-in-this-thread';
import { fillWithoutTwig } from '#template/fill/without-twig';
import { missingFile } from '#template/load/tree-assets';
import type { HtmlTemplate } from '#template/model/template';
import { assertTemplatePath } from '#template/model/template-files';
import { count, formatBytes } from '../../io/format.ts';
import type { Session } from '../../session.ts';

type Files = ReadonlyMap<string, Uint8Array>;

export interface SentHtmlFiles {
  readonly files: Files;
  /** Paths of those that are not sent, of which this command has told. */
  readonly unsent: readonly string[];
}

/** Parts of the form other than files: the document, its data, its settings and the delivery options. */
const otherParts = 6;

/**
 * Returns the files that the page, its header and its footer refer to after filling. Warns of files that cannot be
 * sent, in the words of a local render. Throws `body_too_large` if no server accepts this many files.
 */
export async function readHtmlFiles(
  session: Session,
  { html, markdown, assets }: HtmlTemplate,
  { header, footer }: Readonly<Record<'header' | 'footer', string | undefined>>,
  data: JsonObject,
): Promise<SentHtmlFiles> {
  const htmls = await fill(session, { html, markdown, header, footer }, data);
  const { files, missing } = await readReferencedFiles(htmls, assets);
  for (const { path, reason } of missing) session.terminal.warn(`${path} did not load: ${reason}`);
  const sent = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    const problem = rejectedByServers(path);
    if (problem === undefined) sent.set(path, bytes);
    else session.terminal.warn(`${path} was not sent to the server: ${problem}`);
  }
  const maxFiles = maxFormParts - otherParts;
  if (sent.size > maxFiles) {
    throw new Failure(
      'body_too_large',
      `The page has ${count(sent.size, 'file')}, but a server accepts at most ${maxFiles} per page.`,
      {
        hint: 'Put images into one SVG file or into the HTML as data: addresses, or render locally: --local',
      },
    );
  }
  const unsent = [...missing.map(({ path }) => path), ...[...files.keys()].filter((path) => !sent.has(path))];
  return { files: sent, unsent };
}

/**
 * Removes from a server's warning that it does not have the files that were not sent to it: this command has told why.
 * Returns undefined if nothing is left.
 */
export function withoutUnsent(warning: string | undefined, unsent: readonly string[]): string | undefined {
  let rest = warning;
  for (const path of unsent) {
    for (const url of new Set([path, encodeURI(path)])) {
      rest = rest?.replace(`${url} did not load: ${missingFile}.`, '');
    }
  }
  return rest?.replace(/ {2,}/g, ' ').trim() || undefined;
}

/**
 * Fills the HTML first, because Twig can produce addresses. If that fails, the server reports the error, and the files
 * do not matter.
 */
async function fill(
  session: Session,
  parts: Pick<FillJob, 'html' | 'markdown' | 'header' | 'footer'>,
  data: JsonObject,
): Promise<string[]> {
  const { html, markdown, header, footer } = parts;
  const job = {
    html,
    twig: true,
    markdown,
    ...(header === undefined ? {} : { header }),
    ...(footer === undefined ? {} : { footer }),
    metadata: {},
    partials: {},
    strict: false,
    data,
    now: new Date(),
  };
  const deadline = new Deadline(session.globals.timeout);
  try {
    const filled = fillWithoutTwig(job) ?? (await fillInThisThread(job, deadline));
    return [filled.html, filled.header, filled.footer].filter((text) => text !== undefined);
  } catch {
    return [html];
  } finally {
    deadline.close();
  }
}

function rejectedByServers(path: string): string | undefined {
  // Forms encode quotes and line breaks this way, so the server would read another name.
  if (/%(?:22|0A|0D)/i.test(path)) return 'its name contains %22, %0A or %0D';
  return assertTemplatePath(path);
}

/** Adds the files that caused it to the error of a server that rejects the size of the request. */
export function explainTooLarge(error: unknown, files: Files): unknown {
  if (!(error instanceof Failure) || error.code !== 'body_too_large' || files.size === 0) return error;
  const sizes = [...files].map(([path, { length }]) => ({ path, length }));
  const largest = sizes.toSorted((a, b) => b.length - a.length).slice(0, 3);
  const total = sizes.reduce((sum, { length }) => sum + length, 0);
  const named = largest.map(({ path, length }) => `${path} (${formatBytes(length)})`).join(', ');
  const which = files.size > largest.length ? 'The largest' : 'They are';
  return new Failure('body_too_large', error.message, {
    hint: `The page's ${count(files.size, 'file')} ${files.size === 1 ? 'has' : 'have'} ${formatBytes(total)}. ${which}: ${named}. Make them smaller, render locally with --local, or ask the operator to raise --body-limit.`,
    facts: error.facts ?? {},
    cause: error,
  });
}
