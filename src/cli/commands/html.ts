/** `pdfapi html <file|->`: HTML, Twig allowed, becomes a PDF. */
import type { Command } from 'commander';
import { Failure } from '../../contract/errors.ts';
import { fileFailure } from '../../contract/file-failure.ts';
import { hasServer, readConnectionSettings } from '../connection-settings.ts';
import { startLocalBrowser } from '../local-browser.ts';
import { pathArgument } from '../path-argument.ts';
import { refuseSharedStdin } from '../refuse-shared-stdin.ts';
import { refuseUrlHere } from '../refuse-url-here.ts';
import { addRenderOptions, type RenderOptions } from '../render-options.ts';
import { reproducibleDate } from '../reproducible.ts';
import type { OpenSession, Session } from '../session.ts';
import { statPath } from '../stat-path.ts';
import { readStdin } from '../streams.ts';

interface Options extends RenderOptions {
  readonly assets?: string;
  readonly twig: boolean;
}

export function addHtmlCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('html')
    .summary('HTML to PDF')
    .description(
      'Turns HTML into a PDF, on the server of the current profile, or here where there is none. The HTML may use Twig, filled from --data.',
    )
    .argument('<file|->', 'an HTML file; - is stdin', pathArgument('The HTML file'));
  addRenderOptions(command)
    .optionsGroup('HTML:')
    .option('--no-twig', 'print the HTML as it is, braces and all')
    .option(
      '--assets <folder>',
      'where the images, styles and fonts are (default: the folder of the file)',
      pathArgument('--assets'),
    )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi html page.html
  pdfapi html invoice.html -d invoice.json --format A5 --margin 12
  curl -s https://example.org | pdfapi html - -o page.pdf`,
    )
    .action(async (file: string, options: Options, self: Command) => {
      const session = await open(self);
      refuseSharedStdin([file, ...(options.data ?? [])]);
      if (file !== '-') checkFile(file);
      const { assets } = options;
      if (assets !== undefined && !statPath(assets)?.isDirectory()) {
        throw new Failure('file_unreadable', `Cannot read --assets ${assets}: it is not a folder.`);
      }
      const there = !session.globals.local && hasServer(readConnectionSettings(session));
      if (there) {
        const { refuseHereOnly } = await import('../html-there.ts');
        refuseHereOnly(self);
      } else refuseUrlHere(options);
      const local = there ? undefined : await startHere(session, options);
      const [{ renderHere }, { readHtmlFile, readHtmlStream }] = await Promise.all([
        import('../render-here.ts'),
        import('../../core/template/read-html-file.ts'),
      ]);
      if (file === '-') session.terminal.awaitStdin('HTML');
      const document =
        file === '-' ? readHtmlStream(await readStdin(), assets) : await readHtmlFile(file, assets);
      const { twig } = options;
      if (!local) {
        const { htmlThere } = await import('../html-there.ts');
        return await htmlThere(session, { ...document, files: file === '-' ? [] : [file] }, options);
      }
      await renderHere(
        session,
        local,
        {
          ...document,
          template: { ...document.template, twig },
          templateHint: 'A page whose braces mean something else is printed as it is with --no-twig.',
          files: file === '-' ? [] : [file],
        },
        options,
      );
    });
}

async function startHere(session: Session, options: Options) {
  const date = reproducibleDate(options.reproducible === true, session.context.sourceDateEpoch);
  return { browser: await startLocalBrowser(session, { ...options, date }), date };
}

/** Cheap, and the most likely mistakes: no browser is started for them. */
function checkFile(file: string): void {
  const found = statPath(file);
  if (!found) throw fileFailure('file_unreadable', file, { code: 'ENOENT' });
  if (!found.isDirectory()) return;
  throw new Failure('usage', `${file} is a folder, and html takes one HTML file.`, {
    hint: `For a template folder: pdfapi generate ${file}`,
  });
}
