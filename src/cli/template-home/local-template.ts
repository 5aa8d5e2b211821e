/** A template folder as it is compared with a server: its name there, its files, and the hash of its content. */
import { basename, resolve } from 'node:path';
import { type HashedContent, hashContent } from '../../contract/content-hash.ts';
import { Failure } from '../../contract/errors.ts';
import { collectTemplateFiles } from '../../core/template/collect-template-files.ts';
import { memoryTree } from '../../core/template/memory-tree.ts';
import { readTemplate } from '../../core/template/read-template.ts';
import type { TemplateFiles } from '../../core/template/template-files.ts';

export interface LocalTemplate {
  readonly path: string;
  /** As `template.json` says it, else the folder's. */
  readonly name: string;
  readonly files: TemplateFiles;
  readonly hash: string;
  readonly content: HashedContent;
}

/** The template may be wrong. Throws what `collectTemplateFiles` throws. */
export async function readLocalTemplate(path: string): Promise<LocalTemplate> {
  const files = await collectTemplateFiles(path);
  const content = hashContent(files);
  return { path, name: await nameOf(path, files), files, hash: content.hash.toString('hex'), content };
}

async function nameOf(path: string, files: TemplateFiles): Promise<string> {
  const folder = basename(resolve(path));
  try {
    return (await readTemplate(memoryTree(files, folder))).template.name;
  } catch (error) {
    if (error instanceof Failure) return folder;
    throw error;
  }
}
