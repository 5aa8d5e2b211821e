/** `pdfapi templates pull <template> [folder]`: a template of a server as a folder. */
import type { Command } from 'commander';
import { addDataDirectoryOption } from '../data-directory.ts';
import { count } from '../quantities.ts';
import type { OpenSession } from '../session.ts';
import { writeStdout } from '../streams.ts';
import { openTemplateHome, type TemplateHomeOptions } from '../template-home.ts';
import { wholeNumber } from '../whole-number.ts';

interface Options extends TemplateHomeOptions {
  readonly from?: number;
  readonly force?: true;
}

export function addTemplatesPullCommand(templates: Command, open: OpenSession): void {
  addDataDirectoryOption(
    templates
      .command('pull')
      .summary('a template of a server as a folder')
      .description('Writes the published version of a template as a folder, file by file as it was pushed.')
      .argument('<template>', 'id or name')
      .argument('[folder]', 'where to (default: its name)')
      .option('--from <version>', 'another version than the published one', wholeNumber)
      .option('--force', 'write into a folder that holds something already')
      .option('--team <team>', 'name or id; needed where there are several'),
  ).action(async (idOrName: string, folder: string | undefined, options: Options, self: Command) => {
    const session = await open(self);
    const home = await openTemplateHome(session, options);
    const { name, version, files } = await home.files(idOrName, options.from);
    const path = folder ?? folderName(name);
    const { writeTemplateFiles } = await import('../../core/template/write-template-files.ts');
    const { written } = await writeTemplateFiles(path, files, {
      overwrite: options.force === true,
      ending: session.ending,
    });
    session.terminal.note(`${count(written.length, 'file')} of version ${version}`);
    await writeStdout(
      session.context.json ? `${JSON.stringify({ path, name, version, files: written })}\n` : `${path}\n`,
    );
  });
}

/** A template's name is for people, and may hold what no file name should. */
const folderName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .toLowerCase() || 'template';
