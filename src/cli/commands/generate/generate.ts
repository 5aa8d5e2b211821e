/** `pdfapi generate <template>`: renders a template with data as a PDF. */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import { isOutputFolder } from '../../io/output-file.ts';
import { statPath } from '../../io/stat-path.ts';
import { assertTemplateFolder } from '../../options/assert-template-folder.ts';
import { rowsPaths } from '../../options/data/rows-option.ts';
import { wantsImages } from '../../options/images/image-options.ts';
import { assertNoOutputArgument, commandOf, hasOwnOptions } from '../../options/output/output-argument.ts';
import { addSideBySideOptions } from '../../options/output/side-by-side-options.ts';
import { pathArgument, pathArguments } from '../../options/path-argument.ts';
import { addBasePasswordOption } from '../../options/protection/protection-options.ts';
import { addRenderOptions, addWatchOption } from '../../options/render-options.ts';
import { reproducibleDate } from '../../options/reproducible.ts';
import { openSigningKey } from '../../options/signing/open-key.ts';
import { needsBrowser } from '../../options/stamp/stamp-files.ts';
import { parseTemplateArgument, templateArgumentHelp } from '../../options/template-argument.ts';
import { assertNoUrlOption } from '../../rendering/assert-no-url.ts';
import { startFolderBrowser } from '../../rendering/folder-browser.ts';
import type { OpenSession, Session } from '../../session.ts';
import { dataFilename, type GenerateOptions } from './generate-options.ts';

export function addGenerateCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('generate')
    .summary('render a template and data to PDF')
    .description(
      'Fills a template with data and turns it into a PDF. The template is a local folder or a template on a server.',
    )
    .argument('<template>', templateArgumentHelp, pathArgument('The template'))
    .argument(
      '[data...]',
      'files of JSON, each of which makes a PDF of its own; --data is what they share',
      pathArguments('A file of data'),
    );
  addRenderOptions(command);
  addSideBySideOptions(command.optionsGroup('Several documents:'), 'documents');
  addBasePasswordOption(command.optionsGroup('Protection:'));
  addWatchOption(command)
    .option('--xml-only', 'write the XML of the e-invoice alone, checked, without a PDF and a browser')
    .addHelpText(
      'after',
      `
Examples:
  pdfapi generate ./invoice
  pdfapi generate ./invoice -d invoice.json -s number=2026-104 -o 2026-104.pdf
  pdfapi generate ./invoice -d - -o - < invoice.json | lp
  pdfapi generate ./report --rows items=big.ndjson -o report.pdf
  pdfapi generate ./invoice data/*.json -o out/     # a PDF for each file: out/a.pdf, out/b.pdf, …
  pdfapi generate ./invoice --watch
  pdfapi generate ./e-invoice --xml-only -o invoice.xml
  pdfapi generate ./e-invoice data/*.json --xml-only -o out/
  pdfapi generate invoice -d invoice.json           # the template of that name on the server → ./invoice.pdf
  pdfapi generate 12 -d invoice.json --url 30       # by its id; prints a signed address`,
    )
    .action(async (text: string, files: readonly string[], options: GenerateOptions, self: Command) => {
      const session = await open(self);
      assertNoOutputArgument('pdfapi generate', [text, ...files], { options: hasOwnOptions(self) });
      assertSingleStdin([...(options.data ?? []), ...files, ...rowsPaths(options)]);
      for (const file of files)
        if (file !== '-' && statPath(file)?.isDirectory()) throw folderOfData(text, file);
      const template = await parseTemplateArgument(session, text);
      if (options.xmlOnly) {
        const { generateXml } = await import('./generate-xml.ts');
        return await generateXml(session, { template, files }, options, self);
      }
      if (template.kind === 'folder') {
        await assertTemplateFolder(template.path);
        assertNoUrlOption(options);
      }
      if (files.length > 1) {
        const { generateSeveral } = await import('./generate-several.ts');
        return await generateSeveral(session, { text, template, files }, options, self);
      }
      const { data: shared = [], output = '' } = options;
      if (files.length === 0 && shared.length > 1 && isOutputFolder(output)) {
        const several = commandOf('pdfapi generate', [text, ...shared, '-o', output]);
        session.terminal.note(
          `The files of --data are laid over each other, for one document. One of each, without -d: ${several}`,
        );
      }
      const [file] = files;
      // One file is the last of `--data`, and names the PDF.
      const own = withData(options, file);
      const filename = file === undefined ? undefined : dataFilename(file);
      if (template.kind === 'folder') return await generateFolder(session, template.path, own, filename);
      const [{ prepareRemotely }, { printFinished }, { readData }] = await Promise.all([
        import('./generate-remote.ts'),
        import('../../rendering/result.ts'),
        import('../../options/data/read-data.ts'),
      ]);
      const generate = await prepareRemotely(session, template, own, self);
      const data = await readData(own, session.terminal);
      await printFinished(session, await generate(session, { data, filename }, own));
    });
}

const withData = (options: GenerateOptions, file: string | undefined): GenerateOptions =>
  file === undefined ? options : { ...options, data: [...(options.data ?? []), file] };

const folderOfData = (template: string, folder: string): Failure =>
  new Failure('usage', `${folder} is a folder, but generate takes files of data.`, {
    hint: `Its files, a PDF of each: ${commandOf('pdfapi generate', [template, folder.replace(/(?<=.)\/+$/, '')])}/*.json -o out/`,
  });

async function generateFolder(
  session: Session,
  folder: string,
  options: GenerateOptions,
  filename: string | undefined,
): Promise<void> {
  const date = reproducibleDate(options.reproducible === true, session.context.sourceDateEpoch);
  // One browser is reused for all renders of a watch.
  const use = options.watch ? { workers: 1 } : { once: !needsBrowser(options) && !wantsImages(options) };
  const signer = await openSigningKey(session, options);
  const browser = await startFolderBrowser(session, [folder], { ...options, ...use });
  const [{ renderLocally }, { printFinished }, { readFolderDocument }] = await Promise.all([
    import('../../rendering/local.ts'),
    import('../../rendering/result.ts'),
    import('./folder-document.ts'),
  ]);
  const render = async (each: GenerateOptions, since: number) => {
    const read = await readFolderDocument(session, folder);
    const document = { ...read, filename: filename ?? read.filename };
    const inputs = { browser, date, since, signer };
    await printFinished(session, await renderLocally(session, inputs, document, each));
  };
  if (!options.watch) return await render(options, 0);
  const [{ watchRender }, { folderTree }] = await Promise.all([
    import('../../rendering/watch.ts'),
    import('#template/load/folder-tree'),
  ]);
  const named = filename ?? `${folderTree(folder).name}.pdf`;
  await watchRender(session, { folder, filename: named }, options, render);
}
