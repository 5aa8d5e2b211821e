/** `partials/`: the templates that a template may include, by path below that folder. */
import type { FileTree } from './file-tree.ts';
import { readTreeText } from './read-text.ts';
import type { SourceFile } from './template-sources.ts';

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
