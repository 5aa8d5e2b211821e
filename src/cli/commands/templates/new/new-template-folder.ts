/** Creates a template folder from an example that comes with pdfapi. */
import { basename, join, resolve } from 'node:path';
import { didYouMean } from '../../../../contract/did-you-mean.ts';
import { Failure } from '../../../../contract/errors.ts';
import { collectTemplateFiles } from '../../../../core/template/load/collect-template-files.ts';
import { examplesFolder } from '../../../../core/template/load/examples-folder.ts';
import { templatesIn } from '../../../../core/template/load/similar-templates.ts';
import { writeTemplateFiles } from '../../../../core/template/load/write-template-files.ts';
import type { TemplateFiles } from '../../../../core/template/model/template-files.ts';
import type { ShutdownHooks } from '../../../shutdown.ts';
import { blankEditorTemplate } from './blank-editor-template.ts';
import { blankTemplate } from './blank-template.ts';

/** Blank templates that are not folders, by name. */
const blanks = new Map([
  ['blank', blankTemplate],
  ['editor', blankEditorTemplate],
]);

/** Returns the paths of the created files, relative to the folder. */
export async function newTemplateFolder(
  path: string,
  from: string,
  shutdown: ShutdownHooks,
): Promise<readonly string[]> {
  const examples = [...blanks.keys(), ...(await templatesIn(examplesFolder))];
  if (!examples.includes(from)) {
    throw new Failure('template_not_found', `There is no example "${from}".${didYouMean(from, examples)}`, {
      hint: `Examples: ${examples.join(', ')}.`,
    });
  }
  const blank = blanks.get(from);
  const example = blank ? filesOf(blank) : await collectTemplateFiles(join(examplesFolder, from));
  const { written } = await writeTemplateFiles(path, named(example, basename(resolve(path))), {
    shutdown,
  });
  return written;
}

const filesOf = (texts: Readonly<Record<string, string>>): TemplateFiles =>
  new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));

/** Names the template, and so its PDFs, after its folder instead of the example. */
function named(files: TemplateFiles, name: string): TemplateFiles {
  const manifest = files.get('template.json');
  if (!manifest) return files;
  const settings = { ...JSON.parse(Buffer.from(manifest).toString()), name };
  return new Map([...files, ['template.json', Buffer.from(`${JSON.stringify(settings, null, 2)}\n`)]]);
}
