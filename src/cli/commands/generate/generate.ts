/** `pdfapi generate <template>`: renders a template with data as a PDF. */
import type { Command } from 'commander';
import type { FileTree } from '#template/model/file-tree';
import { assertSingleStdin } from '../../io/assert-single-stdin.ts';
import { assertTemplateFolder } from '../../options/assert-template-folder.ts';
import { rowsPaths } from '../../options/data/rows-option.ts';
import { wantsImages } from '../../options/images/image-options.ts';
import { pathArgument } from '../../options/path-argument.ts';
import { addBasePasswordOption } from '../../options/protection/protection-options.ts';
import { addRenderOptions, addWatchOption, type RenderOptions } from '../../options/render-options.ts';
import { reproducibleDate } from '../../options/reproducible.ts';
import { openSigningKey } from '../../options/signing/open-key.ts';
import { needsBrowser } from '../../options/stamp/stamp-files.ts';
import { parseTemplateArgument, templateArgumentHelp } from '../../options/template-argument.ts';
import { assertNoUrlOption } from '../../rendering/assert-no-url.ts';
import { startFolderBrowser } from '../../rendering/folder-browser.ts';
import type { Document, LocalRenderInputs } from '../../rendering/local.ts';
import type { OpenSession, Session } from '../../session.ts';

interface GenerateOptions extends RenderOptions {
  readonly xmlOnly?: true;
}

export function addGenerateCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('generate')
    .summary('render a template and data to PDF')
    .description(
      'Fills a template with data and turns it into a PDF. The template is a local folder or a template on a server.',
    )
    .argument('<template>', templateArgumentHelp, pathArgument('The template'));
  addRenderOptions(command);
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
  pdfapi generate ./invoice --watch
  pdfapi generate ./e-invoice --xml-only -o invoice.xml
  pdfapi generate invoice -d invoice.json           # the template of that name on the server → ./invoice.pdf
  pdfapi generate 12 -d invoice.json --url 30       # by its id; prints a signed address`,
    )
    .action(async (text: string, options: GenerateOptions, self: Command) => {
      const session = await open(self);
      assertSingleStdin([...(options.data ?? []), ...rowsPaths(options)]);
      const template = await parseTemplateArgument(session, text);
      if (options.xmlOnly) {
        const { generateXml } = await import('./generate-xml.ts');
        return await generateXml(session, template, options, self);
      }
      if (template.kind !== 'folder') {
        const { generateRemotely } = await import('./generate-remote.ts');
        return await generateRemotely(session, template, options, self);
      }
      const folder = template.path;
      await assertTemplateFolder(folder);
      assertNoUrlOption(options);
      const date = reproducibleDate(options.reproducible === true, session.context.sourceDateEpoch);
      // One browser is reused for all renders of a watch.
      const use = options.watch ? { workers: 1 } : { once: !needsBrowser(options) && !wantsImages(options) };
      const signer = await openSigningKey(session, options);
      const browser = await startFolderBrowser(session, [folder], { ...options, ...use });
      const { folderTree } = await import('#template/load/folder-tree');
      const tree = folderTree(folder);
      if (!options.watch)
        return await renderFolder(session, { tree, folder, browser, date, signer }, options);
      const { watchRender } = await import('../../rendering/watch.ts');
      const filename = `${tree.name}.pdf`;
      await watchRender(session, { folder, filename }, options, (each, since) =>
        renderFolder(session, { tree, folder, browser, date, since, signer }, each),
      );
    });
}

interface FolderRender extends LocalRenderInputs {
  readonly folder: string;
  readonly tree: FileTree;
}

/** Renders the folder's current state. */
async function renderFolder(
  session: Session,
  { folder, tree, ...local }: FolderRender,
  options: RenderOptions,
): Promise<void> {
  const [{ renderLocally }, document] = await Promise.all([
    import('../../rendering/local.ts'),
    readFolderDocument(session, folder, tree),
  ]);
  await renderLocally(session, local, document, options);
}

/** The folder's current state, with the data and the schema that belong to it. */
export async function readFolderDocument(
  session: Session,
  folder: string,
  tree: FileTree,
): Promise<Document> {
  const [{ readTemplateFolder }, { namedFiles }, { parsePageFile }] = await Promise.all([
    import('#template/load/read-template-folder'),
    import('#template/model/template-files'),
    import('#template/model/page-files'),
  ]);
  const top = await tree.listTop();
  return {
    ...(await readTemplateFolder(folder)),
    files: [...namedFiles, ...top.filter((name) => parsePageFile(name))].map(tree.label),
    defaultData: () => sampleData(tree, session),
    readSchema: async () => {
      const { readDataSchema } = await import('#template/data/data-schema');
      return await readDataSchema(tree);
    },
  };
}

async function sampleData(tree: FileTree, { terminal }: Session) {
  const { readSampleData } = await import('#template/data/sample-data');
  const sample = await readSampleData(tree);
  if (sample)
    terminal.note(terminal.style.dim('No --data given; filled with the template’s sample data.json.'));
  return sample;
}
