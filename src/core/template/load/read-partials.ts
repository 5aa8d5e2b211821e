/** `partials/`: the templates that a template may include, by path below that folder. */
import type { FileTree } from '../model/file-tree.ts';
import type { SourceFile } from '../model/template-sources.ts';
import { readTreeText } from './read-text.ts';

const folder = 'partials';

/** Name → source, sorted by name. */
export async function readPartials(tree: FileTree): Promise<Map<string, SourceFile>> {
  const partials = new Map<string, SourceFile>();
  for (const path of await tree.list(folder)) {
    const text = await readTreeText(tree, path);
    if (text !== undefined) partials.set(path.slice(folder.length + 1), { file: tree.label(path), text });
  }
  return partials;
}
