/** `pdfapi html <file|address|-...>`: renders HTML or Markdown, with optional Twig, or web pages, each as a PDF. */
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { findServer } from '../../connection/connection-settings.ts';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import { rowsPaths } from '../../options/data/rows-option.ts';
import { wantsImages } from '../../options/images/image-options.ts';
import { addScreenshotOptions } from '../../options/images/screenshot-options.ts';
import {
  assertNoOutputArgument,
  assertNoStdoutArgument,
  hasOwnOptions,
} from '../../options/output/output-argument.ts';
import { addSideBySideOptions } from '../../options/output/side-by-side-options.ts';
import { addLoadOptions } from '../../options/page/load-options.ts';
import { pathArgument, pathArguments } from '../../options/path-argument.ts';
import { addRenderOptions, addWatchOption } from '../../options/render-options.ts';
import { reproducibleDate } from '../../options/reproducible.ts';
import { openSigningKey } from '../../options/signing/open-key.ts';
import { needsBrowser } from '../../options/stamp/stamp-files.ts';
import { assertNoUrlOption } from '../../rendering/assert-no-url.ts';
import { startLocalBrowser } from '../../rendering/local-browser.ts';
import type { OpenSession, Session } from '../../session.ts';
import type { HtmlFlags } from './html-flags.ts';
import { assertWebPageOptions, checkPageFile, pageAddress } from './page-address.ts';

export function addHtmlCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('html')
    .summary('render HTML, Markdown or a web page to PDF')
    .description(
      'Turns HTML or Markdown into a PDF, on the server of the current profile, or locally if there is none. A file whose name ends with .md is Markdown; its front matter may set title, format, margins and more. The text may use Twig, filled from --data; without data, {{ … }} that would print nothing is kept as it is. Images, styles, scripts and fonts with relative addresses are read from the file’s folder and uploaded if a server renders. A web page is fetched and rendered locally, as a browser shows it, from public hosts and those of --allow-host; with --profile, --url-base, --url or --upload, the server does it.',
    )
    .argument(
      '<file|address|-...>',
      'files of HTML or Markdown, or addresses of web pages (https://…); - is stdin',
      pathArguments('The HTML file'),
    );
  addWatchOption(addScreenshotOptions(addLoadOptions(addRenderOptions(command)))).optionsGroup(
    'Several documents:',
  );
  addSideBySideOptions(command, 'documents')
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
  pdfapi html *.html -o out/                  # out/a.pdf, out/b.pdf, …, printed side by side
  pdfapi html https://example.com/pricing --format A4
  pdfapi html https://example.com --screenshot --full-page -o page.png
  curl -s https://example.com | pdfapi html - -o page.pdf`,
    )
    .action(async (files: readonly string[], options: HtmlFlags, self: Command) => {
      const session = await open(self);
      assertNoOutputArgument('pdfapi html', files, { merged: 'pdfapi merge', options: hasOwnOptions(self) });
      assertNoStdoutArgument('pdfapi html', files, 'pdfapi merge');
      assertSingleStdin([...files, ...(options.data ?? []), ...rowsPaths(options)]);
      const [file = ''] = files;
      if (files.length > 1) {
        const { printSeveral } = await import('./html-several.ts');
        return await printSeveral(session, files, options, self);
      }
      await printOne(session, file, options, self);
    });
}

async function printOne(session: Session, file: string, options: HtmlFlags, self: Command): Promise<void> {
  const address = pageAddress(file);
  if (options.watch && (address || file === '-')) {
    throw new Failure('usage', `--watch needs a file that can change, which ${file} is not.`);
  }
  const usesServer = (!address || namesServer(session, options)) && findServer(session) !== undefined;
  if (address) assertWebPageOptions(options, usesServer);
  else checkPageFile(file, options);
  if (usesServer) {
    const { rejectLocalHtmlOptions } = await import('./html-remote.ts');
    rejectLocalHtmlOptions(self);
  } else if (!address) assertNoUrlOption(options);
  const local = usesServer ? undefined : await startLocally(session, options);
  const [{ renderLocally }, { forLocalRender, readHtmlDocument, webPageDocument }, { printFinished }] =
    await Promise.all([
      import('../../rendering/local.ts'),
      import('./html-document.ts'),
      import('../../rendering/result.ts'),
    ]);
  const read = async () =>
    await (address ? webPageDocument(address, options) : readHtmlDocument(session, file, options));
  const document = await read();
  if (!local) {
    const { htmlRemotely } = await import('./html-remote.ts');
    const hasFolder = !address && (file !== '-' || options.assets !== undefined);
    return await printFinished(session, await htmlRemotely(session, { ...document, hasFolder }, options));
  }
  const print = async (current: typeof document, since: number, each: HtmlFlags) => {
    const prepared = await forLocalRender(session, current, options);
    await printFinished(session, await renderLocally(session, { ...local, since }, prepared, each));
  };
  if (!options.watch) return await print(document, 0, options);
  const { watchRender } = await import('../../rendering/watch.ts');
  const folder = options.assets ?? dirname(file);
  await watchRender(session, { folder, filename: document.filename }, options, async (each, since) =>
    print(await read(), since, each),
  );
}

/**
 * A web page is fetched by this machine, which may reach what a server does not, unless the command itself says that a server
 * is to do it.
 */
const namesServer = ({ globals }: Session, { url, upload }: HtmlFlags): boolean =>
  [globals.profile, globals.urlBase, url, upload].some((given) => given !== undefined);

async function startLocally(session: Session, options: HtmlFlags) {
  const date = reproducibleDate(options.reproducible === true, session.context.sourceDateEpoch);
  // One browser is reused for all renders of a watch.
  const use = options.watch ? { workers: 1 } : { once: !needsBrowser(options) && !wantsImages(options) };
  const signer = await openSigningKey(session, options);
  return { browser: await startLocalBrowser(session, { ...options, ...use }), date, signer };
}
