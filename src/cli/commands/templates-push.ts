/** `pdfapi templates push <folder…>`: template folders become new versions on the server. */
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '../../contract/errors.ts';
import type { TemplateFiles } from '../../core/template/template-files.ts';
import { addDataDirectoryOption } from '../data-directory.ts';
import { annotation, failureAsText } from '../failure.ts';
import { pathArguments } from '../path-argument.ts';
import { count } from '../quantities.ts';
import type { OpenSession, Session } from '../session.ts';
import { writeStderr, writeStdout } from '../streams.ts';
import { writeTable } from '../table.ts';
import { openTemplateHome, type TemplateHomeOptions } from '../template-home.ts';

interface Options extends TemplateHomeOptions {
  readonly publish?: true;
}

interface Checked {
  readonly path: string;
  readonly name: string;
  readonly files: TemplateFiles;
}

export function addTemplatesPushCommand(templates: Command, open: OpenSession): void {
  addDataDirectoryOption(
    templates
      .command('push')
      .summary('store template folders on a server')
      .description(
        'Checks template folders and stores each as a new version of the template of its name. A folder that has not changed makes none.',
      )
      .argument('<folder...>', 'template folders', pathArguments('A template folder'))
      .option('--publish', 'and publish the version: the API renders it from now on')
      .option('--team <team>', 'name or id; needed where there are several'),
  ).action(async (folders: readonly string[], options: Options, self: Command) => {
    const session = await open(self);
    const checked: Checked[] = [];
    for (const path of folders) checked.push(await check(session, path));
    // Nothing is stored unless all of it is right.
    const home = await openTemplateHome(session, options);
    const pushed = [];
    for (const { path, name, files } of checked) {
      const publish = options.publish === true;
      const result = await home.push({ name, type: 'html', files, publish });
      pushed.push({ ...result, name, path });
    }
    if (session.context.json) {
      const [only] = pushed;
      return await writeStdout(`${JSON.stringify(folders.length === 1 ? only : pushed)}\n`);
    }
    await writeTable(
      session,
      ['ID', 'NAME', 'VERSION', 'STATE', 'CONTENT'],
      pushed.map(({ id, name, version, published, unchanged }) => [
        String(id),
        name,
        String(version),
        published ? 'published' : 'draft',
        unchanged ? 'unchanged' : 'new',
      ]),
    );
  });
}

/** Tells every error of the folder; a template that cannot be rendered is never stored. */
async function check({ terminal, context }: Session, path: string): Promise<Checked> {
  const [{ collectTemplateFiles }, { checkTemplateFolder }, { readTemplateFolder }] = await Promise.all([
    import('../../core/template/collect-template-files.ts'),
    import('../../core/template/check-template-folder.ts'),
    import('../../core/template/read-template-folder.ts'),
  ]);
  const { errors } = await checkTemplateFolder(path);
  const [first, ...others] = errors;
  if (first) {
    if (!context.json) {
      for (const error of others) {
        writeStderr(`${failureAsText(error, terminal.style)}\n`);
        writeStderr(annotation(error, context.githubWorkspace));
      }
    }
    if (others.length === 0) throw first;
    throw new Failure(first.code, `${path} has ${count(errors.length, 'error')}: ${first.message}`, {
      hint: `All of them: pdfapi templates check ${path}`,
      ...(first.location ? { location: first.location } : {}),
    });
  }
  const { template } = await readTemplateFolder(path);
  return { path, name: template.name || basename(resolve(path)), files: await collectTemplateFiles(path) };
}
