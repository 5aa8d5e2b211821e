/** `pdfapi generate <folder>`: a template folder and data become a PDF. */
import type { Command } from 'commander';
import { Failure } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import type { FileTree } from '../../core/template/file-tree.ts';
import { startFolderBrowser } from '../folder-browser.ts';
import { pathArgument } from '../path-argument.ts';
import { refuseSharedStdin } from '../refuse-shared-stdin.ts';
import { refuseUrlHere } from '../refuse-url-here.ts';
import { addRenderOptions, type RenderOptions } from '../render-options.ts';
import { reproducibleDate } from '../reproducible.ts';
import type { OpenSession, Session } from '../session.ts';
import { statPath } from '../stat-path.ts';
import { templateId } from '../template-id.ts';

export function addGenerateCommand(program: Command, open: OpenSession): void {
  const command = program
    .command('generate')
    .summary('template and data to PDF')
    .description('Fills a template with data and turns it into a PDF: a folder here, an id on the server.')
    .argument(
      '<template>',
      'a template folder, such as ./invoice, or an id on the server',
      pathArgument('The template'),
    );
  addRenderOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  pdfapi generate ./invoice
  pdfapi generate ./invoice -d invoice.json -s number=2026-104 -o 2026-104.pdf
  pdfapi generate ./invoice -d - -o - < invoice.json | lp
  pdfapi generate 12 -d invoice.json --url 30`,
    )
    .action(async (folder: string, options: RenderOptions, self: Command) => {
      const session = await open(self);
      refuseSharedStdin(options.data ?? []);
      const id = templateId(folder);
      if (id !== undefined) {
        const { generateThere } = await import('../generate-there.ts');
        return await generateThere(session, id, options, self);
      }
      await checkFolder(folder);
      refuseUrlHere(options);
      const date = reproducibleDate(options.reproducible === true, session.context.sourceDateEpoch);
      const browser = await startFolderBrowser(session, [folder], { ...options, date });
      const [{ renderHere }, { readTemplateFolder }, { folderTree }, { namedFiles }] = await Promise.all([
        import('../render-here.ts'),
        import('../../core/template/read-template-folder.ts'),
        import('../../core/template/folder-tree.ts'),
        import('../../core/template/template-files.ts'),
      ]);
      const tree = folderTree(folder);
      const document = {
        ...(await readTemplateFolder(folder)),
        files: namedFiles.map(tree.label),
        defaultData: () => sampleData(tree, session),
        validate: async (data: JsonObject) => {
          const { validateData } = await import('../../core/template/data-schema.ts');
          await validateData(tree, data);
        },
      };
      await renderHere(session, { browser, date }, document, options);
    });
}

/** Cheap, and the most likely mistakes: no browser is started for them. */
async function checkFolder(folder: string): Promise<void> {
  const found = statPath(folder);
  if (found?.isDirectory()) return;
  if (found) {
    throw new Failure('usage', `${folder} is a file, and generate takes a template folder.`, {
      hint: `For one HTML file: pdfapi html ${folder}`,
    });
  }
  const { similarTemplates } = await import('../../core/template/similar-templates.ts');
  const similar = await similarTemplates(folder);
  throw new Failure('template_not_found', `There is no template folder ${folder}.`, {
    hint: similar ? `Did you mean ${similar}?` : 'Start one with: pdfapi templates new <name>',
  });
}

async function sampleData(tree: FileTree, { terminal }: Session) {
  const { readSampleData } = await import('../../core/template/sample-data.ts');
  const sample = await readSampleData(tree);
  if (sample)
    terminal.note(terminal.style.dim('No --data: filled with the sample data.json of the template.'));
  return sample;
}
