/** A template as `render` takes it: a folder, or its files in memory. */
import { fileURLToPath } from 'node:url';
import { Failure } from '#contract/errors';
import { assertIsTemplate } from '#template/load/assert-is-template';
import { folderTree } from '#template/load/folder-tree';
import { memoryTree } from '#template/load/memory-tree';
import type { FileTree } from '#template/model/file-tree';
import { checkTemplateFileSet } from '#template/model/template-files';

/**
 * A template in memory: path below its folder → content.
 *
 * @example
 * { 'template.html': '<h1>{{ title }}</h1><img src="assets/logo.png">', 'assets/logo.png': logo }
 */
export type TemplateFileSet = Readonly<Record<string, string | Uint8Array>>;

/** The path or `file:` URL of a template folder, or the files of one. */
export type TemplateSource = string | URL | TemplateFileSet;

/** Throws `template_not_found` for a folder without a template, and `invalid_template` for files that cannot be one. */
export async function openTemplateSource(source: TemplateSource): Promise<FileTree> {
  if (typeof source === 'string' || source instanceof URL) {
    const folder = typeof source === 'string' ? source : fileURLToPath(source);
    await assertIsTemplate(folder);
    return folderTree(folder);
  }
  const files = new Map(Object.entries(source).map(([path, content]) => [path, toBytes(path, content)]));
  checkTemplateFileSet(files);
  return memoryTree(files);
}

function toBytes(path: string, content: unknown): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content);
  if (content instanceof Uint8Array) return content;
  throw new Failure('invalid_option', `The template.${path} must be text or a Uint8Array.`, {
    errors: { template: [`The ${path} must be text or a Uint8Array.`] },
  });
}
