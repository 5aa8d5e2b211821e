/** A template folder in the form that is compared with a server: its name, its files, and the hash of its content. */
import { basename, resolve } from 'node:path';
import { hashContent } from '#contract/content-hash';
import { Failure } from '#contract/errors';
import { templateName } from '#contract/templates';
import { collectTemplateFiles } from '#template/load/collect-template-files';
import { memoryTree } from '#template/load/memory-tree';
import { readTemplate } from '#template/load/read-template';
import type { TemplateFiles } from '#template/model/template-files';

export interface LocalTemplate {
  readonly path: string;
  /** The name in `template.json`, else the folder's. */
  readonly name: string;
  readonly files: TemplateFiles;
  readonly hash: string;
  /** Whether its check has found errors. */
  readonly hasErrors: boolean;
}

/** Reads the template without checking it. Throws whatever `collectTemplateFiles` throws. */
export async function readLocalTemplate(path: string): Promise<LocalTemplate> {
  const files = await collectTemplateFiles(path);
  const { hash } = hashContent(files);
  const name = templateName(await readName(path, files));
  return { path, name, files, hash: hash.toString('hex'), hasErrors: false };
}

async function readName(path: string, files: TemplateFiles): Promise<string> {
  const folder = basename(resolve(path));
  try {
    return (await readTemplate(memoryTree(files, folder))).template.name;
  } catch (error) {
    if (error instanceof Failure) return folder;
    throw error;
  }
}
