/** `data.json` of a template: the data used when none is given. */

import { readTreeText } from '../load/read-text.ts';
import type { FileTree } from '../model/file-tree.ts';
import { type Data, parseDataFile } from './parse-data-file.ts';

export async function readSampleData(tree: FileTree): Promise<Data | undefined> {
  const text = await readTreeText(tree, 'data.json');
  return text === undefined ? undefined : parseDataFile(tree.label('data.json'), text);
}
