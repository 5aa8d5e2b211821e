/** `pdfapi html <file|address|->`: renders HTML or Markdown, with optional Twig, or a web page as a PDF. */
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { findFramework } from '#template/fill/find-framework';
import { hasServer, readConnectionSettings } from '../../connection/connection-settings.ts';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import { statPath } from '../../io/stat-path.ts';
import { readStdin } from '../../io/streams.ts';
import { rowsPaths } from '../../options/data/rows-option.ts';
import { wantsImages } from '../../options/images/image-options.ts';
import { readRenderDefaults } from '../../options/page-defaults.ts';
import { pathArgument } from '../../options/path-argument.ts';
import { addRenderOptions, addWatchOption, type RenderOptions } from '../../options/render-options.ts';
import { reproducibleDate } from '../../options/reproducible.ts';
import { openSigningKey } from '../../options/signing/open-key.ts';
import { needsBrowser } from '../../options/stamp/stamp-files.ts';
import { assertNoUrlOption } from '../../rendering/assert-no-url.ts';
import { startLocalBrowser } from '../../rendering/local-browser.ts';
import type { OpenSession, Session } from '../../session.ts';
import { hasOnlyUnfilledBraces } from './unfilled-braces.ts';

interface Options extends RenderOptions {
  readonly assets?: string;
  /** If undefined, the HTML of a file is Twig and a web page is not. */
  readonly twig?: boolean;
  /** Default: by the name of the file. */
  readonly markdown?: boolean;
}

export function addHtmlCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('html')
    .summary('render HTML, Markdown or a web page to PDF')
    .description(
      'Turns HTML or Markdown into a PDF, on the server of the current profile, or locally if there is none. A file whose name ends with .md is Markdown; its front matter may set title, format, margins and more. The text may use Twig, filled from --data; without data, {{ … }} that would print nothing is kept as it is. Images, styles, scripts and fonts with relative addresses are read from the file’s folder and uploaded if a server renders. A web page is always fetched and rendered locally, as a browser shows it, from public hosts and those of --allow-host.',
    )
    .argument(
      '<file|address|->',
      'a file of HTML or Markdown, or the address of a web page (https://…); - is stdin',
      pathArgument('The HTML file'),
    );
  addWatchOption(addRenderOptions(command))
    .optionsGroup('HTML:')
    .option('--no-twig', 'print the HTML as it is, with all braces (default for web pages)')
    .option('--twig', 'fill a web page with --data too')
    .option('--markdown', 'the text is Markdown (default for .md files)')
    .option(
      '--assets <folder>',
      'folder of the images, styles and fonts (default: that of the file)',
      pathArgument('--assets'),
    )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi html page.html
  pdfapi html invoice.html -d invoice.json --format A5 --margin 12
  pdfapi html notes.md
  pdfapi html https://example.com/pricing --format A4
  curl -s https://example.com | pdfapi html - -o page.pdf`,
    )
    .action(async (file: string, options: Options, self: Command) => {
      const session = await open(self);
      assertSingleStdin([file, ...(options.data ?? []), ...rowsPaths(options)]);
      const address = pageAddress(file);
      if (options.watch && (address || file === '-')) {
        throw new Failure('usage', `--watch needs a file that can change, which ${file} is not.`);
      }
      if (address) return await printWebPage(session, address, options);
      if (file !== '-') checkFile(file);
      const { assets } = options;
      if (assets !== undefined && !statPath(assets)?.isDirectory()) {
        throw new Failure('file_unreadable', `Cannot read --assets ${assets}: it is not a folder.`);
      }
      const usesServer = !session.globals.local && hasServer(readConnectionSettings(session));
      if (usesServer) {
        const { rejectLocalHtmlOptions } = await import('./html-remote.ts');
        rejectLocalHtmlOptions(self);
      } else assertNoUrlOption(options);
      const local = usesServer ? undefined : await startLocally(session, options);
      const [{ renderLocally }, { readHtmlFile, readHtmlBytes }] = await Promise.all([
        import('../../rendering/local.ts'),
        import('#template/load/read-html-file'),
      ]);
      if (file === '-') session.terminal.awaitStdin(options.markdown ? 'Markdown' : 'HTML');
      const format = options.markdown ? 'markdown' : undefined;
      const read = async () =>
        file === '-'
          ? await readHtmlBytes('stdin', await readStdin(), assets, format)
          : await readHtmlFile(file, assets, format);
      const document = await read();
      const { twig = true } = options;
      if (!local) {
        const { htmlRemotely } = await import('./html-remote.ts');
        const hasFolder = file !== '-' || assets !== undefined;
        const files = file === '-' ? [] : [file];
        return await htmlRemotely(session, { ...document, files, hasFolder }, options);
      }
      const print = async (current: typeof document, since: number, each: Options) => {
        const { html } = current.template;
        const warning = await unfilledWarning(session, html, options);
        return await renderLocally(
          session,
          { ...local, since },
          {
            ...current,
            template: { ...current.template, twig: twig && warning === undefined && !isLongPlainText(html) },
            warning,
            templateHint: hintFor(html),
            files: file === '-' ? [] : [file],
          },
          each,
        );
      };
      if (!options.watch) return await print(document, 0, options);
      const { watchRender } = await import('../../rendering/watch.ts');
      const folder = assets ?? dirname(file);
      await watchRender(session, { folder, filename: document.filename }, options, async (each, since) =>
        print(await read(), since, { ...each, twig }),
      );
    });
}

/**
 * Returns a warning if the page's braces are printed unchanged: no data was given, and all of them would print nothing.
 */
async function unfilledWarning(
  session: Session,
  html: string,
  options: Options,
): Promise<string | undefined> {
  const { data, set, rows, twig } = options;
  if ([data, set, rows, twig].some((given) => given !== undefined)) return undefined;
  if (readRenderDefaults(session, options).strict || !(await hasOnlyUnfilledBraces(html))) return undefined;
  const framework = findFramework(html);
  const origin = framework === undefined ? '' : ` It looks like a page of ${framework}.`;
  return `no data was given, so {{ … }} is printed as it is: -d fills it in, --no-twig silences this warning.${origin}`;
}

/** Longer templates are an error of Twig. */
const maxTwigCharacters = 10_000_000;

/** A long table, say, in which Twig would find nothing to do. */
const isLongPlainText = (html: string): boolean => html.length > maxTwigCharacters && !/\{[{%#]/.test(html);

function hintFor(html: string): string {
  if (html.length > maxTwigCharacters) {
    return 'Split it into several documents and combine them with pdfapi merge. Long lists belong in the data: see --rows.';
  }
  const framework = findFramework(html);
  return framework === undefined
    ? 'If its braces are not Twig, --no-twig prints the page as it is.'
    : `It looks like a page of ${framework}; --no-twig prints it as it is.`;
}

/** Always local: the API of a server takes HTML only. */
async function printWebPage(session: Session, address: URL, options: Options): Promise<void> {
  if (options.url !== undefined || options.upload !== undefined) {
    const flag = options.url === undefined ? '--upload' : '--url';
    throw new Failure(
      'usage',
      `${flag} needs a server, but a web page is rendered locally and has no address.`,
      {
        hint: 'Write the PDF to a file with -o.',
      },
    );
  }
  if (options.markdown) {
    throw new Failure('usage', '--markdown is for files; a web page is HTML.');
  }
  if (options.assets !== undefined) {
    throw new Failure(
      'usage',
      '--assets is for HTML files; a web page loads its files from its own address.',
    );
  }
  if (options.baseUrl !== undefined) {
    throw new Failure(
      'usage',
      '--base-url is for HTML files; the links of a web page are relative to its own address.',
    );
  }
  const local = await startLocally(session, options);
  const [{ renderLocally }, { readWebPage }] = await Promise.all([
    import('../../rendering/local.ts'),
    import('#template/load/read-web-page'),
  ]);
  await renderLocally(session, local, readWebPage(address, { twig: options.twig === true }), options);
}

async function startLocally(session: Session, options: Options) {
  const date = reproducibleDate(options.reproducible === true, session.context.sourceDateEpoch);
  // One browser is reused for all renders of a watch.
  const use = options.watch ? { workers: 1 } : { once: !needsBrowser(options) && !wantsImages(options) };
  const signer = await openSigningKey(session, options);
  return { browser: await startLocalBrowser(session, { ...options, ...use }), date, signer };
}

/** Catches the most likely mistakes cheaply, before a browser is started. */
function checkFile(file: string): void {
  const found = statPath(file);
  if (!found) {
    const failure = fileFailure('file_unreadable', file, { code: 'ENOENT' });
    if (!isAddressLike(file)) throw failure;
    throw new Failure(failure.code, failure.message, { hint: `For a web page: pdfapi html https://${file}` });
  }
  if (!found.isDirectory()) return;
  throw new Failure('usage', `${file} is a folder, but html needs one HTML file.`, {
    hint: `For a template folder: pdfapi generate ${file}`,
  });
}

/**
 * Returns the address of a web page, or undefined for a file. Throws `usage` for an address that cannot be printed.
 *
 * @example
 * pageAddress('https://example.com'); // URL
 * pageAddress('page.html'); // undefined
 */
function pageAddress(text: string): URL | undefined {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  const hint = 'Give an address such as https://example.com/page.html, or the path of an HTML file.';
  if (!/^https?$/i.test(scheme)) {
    throw new Failure('usage', `${text} cannot be printed: only http and https addresses can.`, { hint });
  }
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address) throw new Failure('usage', `${text} is not an address.`, { hint });
  if (address.username || address.password) {
    throw new Failure('usage', 'The address contains a user name or a password, which others could read.', {
      hint: 'Fetch the page with a tool that signs in, and pipe it: curl --netrc … | pdfapi html -',
    });
  }
  return address;
}

/** Whether a path without a file may be an address without its scheme: `example.com/docs`. */
const isAddressLike = (text: string): boolean =>
  /^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)/i.test(text) && !/\.x?html?$/i.test(text);
