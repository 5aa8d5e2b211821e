/** `pdfapi html` on the server of the current profile. */
import type { Command } from 'commander';
import { Failure } from '../contract/errors.ts';
import type { PageSettings } from '../contract/page.ts';
import { mergePageSettings } from '../core/paper.ts';
import { htmlReferences } from '../core/template/asset-references.ts';
import type { HtmlFile } from '../core/template/read-html-file.ts';
import { readRenderDefaults } from './page-defaults.ts';
import { metaSources, readMetaOptions, readPageOptions } from './page-options.ts';
import { count } from './quantities.ts';
import { readData } from './read-data.ts';
import { refuseOverwriting } from './refuse-overwriting.ts';
import type { Document } from './render-here.ts';
import type { RenderOptions } from './render-options.ts';
import { metadataOrNone, refuseLocalOptions, renderThere } from './render-there.ts';
import type { Session } from './session.ts';

const hereOnly = [
  ...['--no-twig', '--assets', '--strict', '--report', '--reproducible', '--no-scripts', '--no-tags'],
  ...['--allow-host', '--no-sandbox', '--watch', '--twig'],
];

/** Before anything is read: an option that the server does not know must not be ignored. */
export const refuseHereOnly = (command: Command): void =>
  refuseLocalOptions(command, hereOnly, 'Render locally instead: --local');

export async function htmlThere(
  session: Session,
  document: Document & HtmlFile,
  options: RenderOptions,
): Promise<void> {
  const { html } = document.template;
  refuseOverwriting([options.output], [...(document.files ?? []), ...(options.data ?? [])]);
  const metadata = readMetaOptions(options.meta);
  const { page: asked, sources } = await readPageOptions(options);
  const page = withDefaults(session, asked, html);
  assertWholeMargins(page);
  const data = await readData(options, session.terminal);
  const own = [...new Set(htmlReferences(html).map(({ path }) => path))];
  const [first, ...others] = own;
  if (first !== undefined) {
    const rest = others.length > 0 ? ` and ${count(others.length, 'other file')}` : '';
    session.terminal.warn(`${first}${rest} stay here, and the server cannot see them: --local prints them.`);
  }
  try {
    await renderThere(
      session,
      options,
      { filename: document.filename, what: 'a PDF' },
      ({ client, options: bounds }, delivery) =>
        client.htmlToPdf(
          { html, data: data?.exact ?? {}, config: { ...page, ...metadataOrNone(metadata) }, ...delivery },
          bounds,
        ),
    );
  } catch (error) {
    throw atItsPlace(error, document, { ...sources, ...metaSources(metadata) });
  }
}

/**
 * The project's page defaults become settings of the request. As in a local render, the document's own `@page` goes
 * before them; all of its CSS is in the HTML, as its files stay on this machine.
 */
function withDefaults(session: Session, page: PageSettings, html: string): PageSettings {
  const { pageDefaults, strict } = readRenderDefaults(session, {});
  if (strict) {
    session.terminal.warn('"strict" of pdfapi.json does not hold on a server: --local renders with it.');
  }
  const isSaid = Object.keys(pageDefaults).length === 0 || /@page\b/i.test(html);
  return isSaid ? page : mergePageSettings(pageDefaults, page);
}

/** Before anything is asked: the API takes whole millimetres. */
function assertWholeMargins({ margins = {} }: PageSettings): void {
  for (const [side, length] of Object.entries(margins)) {
    if (length === undefined || Number.isInteger(length)) continue;
    throw new Failure('usage', `The ${side} margin is ${length} mm, and a server takes whole millimetres.`, {
      hint: `Write ${Math.round(length)}mm, or render it locally: --local`,
    });
  }
}

/** The server knows the line of a Twig error; the file is known here. */
function atItsPlace(
  error: unknown,
  document: Document,
  sources: Parameters<Document['sources']['with']>[0],
): unknown {
  if (!(error instanceof Failure)) return error;
  const { part: sent, line, field } = error.facts ?? {};
  if (typeof sent !== 'string' || typeof line !== 'number') return error;
  // Other servers may name the property in the part.
  const part = sent === 'metadata' && typeof field === 'string' ? `metadata.${field}` : sent;
  const detail = error.message.replace(/^Twig error in the [^,]*, line \d+: /, '');
  return document.sources
    .with(sources)
    .failure({ part, template: null, line, detail }, document.templateHint);
}
