/** `pdfapi html` on the server of the current profile. */
import type { Command } from 'commander';
import { toLoadFields } from '#contract/document/page-load';
import { Failure } from '#contract/errors';
import type { PageSettings } from '#contract/page';
import { htmlReferences } from '#template/assets/asset-references';
import type { Data } from '#template/data/parse-data-file';
import type { HtmlFile } from '#template/load/read-html-file';
import { mergePageSettings, textForAllPages } from '#template/model/page-settings';
import { count } from '../../io/format.ts';
import { readData } from '../../options/data/read-data.ts';
import { readLoadOptions } from '../../options/page/load-options.ts';
import { metaSources, readMetaOptions, readPageOptions } from '../../options/page/page-options.ts';
import { type RenderDefaults, readRenderDefaults } from '../../options/page-defaults.ts';
import { passwordFiles } from '../../options/protection/read-protection.ts';
import type { RenderOptions } from '../../options/render-options.ts';
import { signingFiles } from '../../options/signing/signing-options.ts';
import type { Document } from '../../rendering/local.ts';
import {
  documentConfig,
  localFlags,
  metadataOrNone,
  rejectLocalOptions,
  renderRemotely,
  type SharedTools,
} from '../../rendering/remote.ts';
import type { Finished } from '../../rendering/result.ts';
import type { Session } from '../../session.ts';
import { explainTooLarge, readHtmlFiles, type SentHtmlFiles, withoutUnsent } from './html-files.ts';

const localOnly = [
  ...localFlags('html'),
  ...['--no-twig', '--twig', '--report', '--watch', '--screenshot'],
  ...['--rows', '--typed', '--decimal', '--encoding'],
];

/** Runs before anything is read: an option that the server does not know must not be ignored silently. */
export const rejectLocalHtmlOptions = (command: Command): void =>
  rejectLocalOptions(command, localOnly, 'Render locally instead: --local');

export async function htmlRemotely(
  session: Session,
  document: Document & HtmlFile & { readonly hasFolder: boolean },
  options: RenderOptions,
  { data: known, shared }: { readonly data?: Data | undefined; readonly shared?: SharedTools } = {},
): Promise<Finished> {
  const { html } = document.template;
  const { address } = document.template;
  const source =
    address !== undefined
      ? { url: address }
      : document.format === 'markdown'
        ? { markdown: document.text }
        : { html };
  assertAtTop(document);
  const metadata = readMetaOptions(options.meta);
  const defaults = readRenderDefaults(session, {});
  const { config: standards } = await documentConfig(session, options);
  const { page: asked, sources } = await readPageOptions(options);
  const load = toLoadFields(await readLoadOptions(options));
  const data = (known ?? (await readData(options, session.terminal)))?.exact ?? {};
  const { files, unsent } = document.hasFolder
    ? await readHtmlFiles(
        session,
        document.template,
        {
          header: sources.header?.text ?? textForAllPages(document.template.page.header),
          footer: sources.footer?.text ?? textForAllPages(document.template.page.footer),
        },
        data,
      )
    : noFiles(session, html);
  const page = withDefaults(session, defaults, asked, [html, ...stylesOf(files)]);
  assertWholeMargins(page);
  try {
    return await renderRemotely(
      session,
      options,
      {
        filename: document.filename,
        what: 'a PDF',
        inputs: [
          ...(document.files ?? []),
          ...(options.data ?? []),
          options.eInvoice,
          options.basicAuthFile,
          ...passwordFiles(options),
          ...signingFiles(options),
        ],
        shared,
      },
      async ({ client, options: bounds, url }, delivery) => {
        const body = {
          ...source,
          data,
          config: {
            ...toPageConfig(page),
            ...load,
            ...metadataOrNone(metadata),
            ...defaults.defaultStandards,
            ...standards,
          },
          ...delivery,
        };
        if (files.size > 0) session.terminal.detail(`sent with it: ${[...files.keys()].join(', ')}`);
        const generated = await client.htmlToPdf(body, bounds, files).catch(async (error) => {
          if (files.size === 0 || !isUnsupportedType(error)) throw explainTooLarge(error, files);
          session.terminal.warn(
            `${listSome([...files.keys()])} not sent: ${url} does not accept files with HTML, because it is an older version. --local renders with them.`,
          );
          return await client.htmlToPdf(body, bounds);
        });
        return { ...generated, warning: withoutUnsent(generated.warning, unsent) };
      },
    );
  } catch (error) {
    throw withLocation(error, document, { ...sources, ...metaSources(metadata) });
  }
}

const isUnsupportedType = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'unsupported_type';

/** The files of a form are relative to the document's own folder. */
function assertAtTop({ template: { assets } }: HtmlFile): void {
  const folder = assets.documentPath?.split('/').slice(0, -1).join('/');
  if (!folder) return;
  throw new Failure(
    'usage',
    `The page is in ${folder}/ of --assets, but a server accepts it at the top only.`,
    {
      hint: 'Render locally instead: --local',
    },
  );
}

/** HTML from stdin without `--assets` has no files. */
function noFiles(session: Session, html: string): SentHtmlFiles {
  const paths = [...new Set(htmlReferences(html).map(({ path }) => path))];
  if (paths.length > 0) {
    session.terminal.warn(
      `${listSome(paths)} not sent: files for HTML from stdin need --assets with their folder.`,
    );
  }
  return { files: new Map(), unsent: paths };
}

/** Formats `logo.png and 3 other files were`, the subject of a sentence. */
function listSome([first, ...others]: readonly string[]): string {
  return others.length > 0 ? `${first} and ${count(others.length, 'other file')} were` : `${first} was`;
}

const stylesOf = (files: ReadonlyMap<string, Uint8Array>): string[] =>
  [...files].flatMap(([path, bytes]) => (/\.css$/i.test(path) ? [Buffer.from(bytes).toString('utf8')] : []));

/**
 * The project's page defaults become settings of the request. As in a local render, the document's own `@page` takes
 * precedence, wherever its CSS is.
 */
function withDefaults(
  session: Session,
  { pageDefaults, strict, defaultBaseUrl }: RenderDefaults,
  page: PageSettings,
  sources: readonly string[],
): PageSettings {
  if (strict) {
    session.terminal.warn('"strict" of pdfapi.json has no effect on a server; --local renders with it.');
  }
  if (defaultBaseUrl !== undefined) {
    session.terminal.warn('"base_url" of pdfapi.json has no effect on a server; --local renders with it.');
  }
  const isOverridden =
    Object.keys(pageDefaults).length === 0 || sources.some((source) => /@page\b/i.test(source));
  if (!isOverridden) return mergePageSettings(pageDefaults, page);
  const { lang, locale, timeZone } = pageDefaults;
  return mergePageSettings({ lang, locale, timeZone }, page);
}

const toPageConfig = ({ timeZone, ...page }: PageSettings) => ({ ...page, time_zone: timeZone });

/** Runs before a request is sent: the API takes whole millimetres. */
function assertWholeMargins({ margins = {} }: PageSettings): void {
  for (const [side, length] of Object.entries(margins)) {
    if (typeof length !== 'number' || Number.isInteger(length)) continue;
    throw new Failure(
      'usage',
      `The ${side} margin is ${length} mm, but a server accepts only whole millimetres.`,
      {
        hint: `Write ${Math.round(length)}mm, or render locally: --local`,
      },
    );
  }
}

/** The server knows the line of a Twig error; only the client knows the file. */
function withLocation(
  error: unknown,
  document: Document,
  sources: Parameters<Document['sources']['with']>[0],
): unknown {
  if (!(error instanceof Failure)) return error;
  const { part: sent, line, field } = error.facts ?? {};
  if (typeof sent !== 'string' || typeof line !== 'number') return error;
  // Other servers may name the property within the part.
  const part = sent === 'metadata' && typeof field === 'string' ? `metadata.${field}` : sent;
  const detail = error.message.replace(/^Twig error in the [^,]*, line \d+: /, '');
  return document.sources
    .with(sources)
    .failure({ part, template: null, line, detail }, document.templateHint);
}
