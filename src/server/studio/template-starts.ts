/** The starting points for a new template: the examples that come with the server. */
import { join } from 'node:path';
import { Failure } from '#contract/errors';
import { collectTemplateFiles } from '#template/load/collect-template-files';
import { examplesFolder } from '#template/load/examples-folder';
import { templatesIn } from '#template/load/similar-templates';
import { type TemplateFiles, templateType } from '#template/model/template-files';

export async function listStarts(): Promise<readonly { readonly name: string; readonly type: string }[]> {
  const names = await templatesIn(examplesFolder);
  return await Promise.all(
    names.map(async (name) => ({ name, type: templateType(await readTemplateFiles(name)) })),
  );
}

/** Throws `template_not_found`. */
export async function startFiles(name: string): Promise<TemplateFiles> {
  if ((await templatesIn(examplesFolder)).includes(name)) return await readTemplateFiles(name);
  throw new Failure('template_not_found', 'There is no such example.');
}

const readTemplateFiles = (name: string): Promise<TemplateFiles> =>
  collectTemplateFiles(join(examplesFolder, name));
