/** `data.json` of a template folder: what the template is shown with where nobody gives data. */
import { join } from 'node:path';
import { type Data, parseDataFile } from './parse-data-file.ts';
import { readTextIfThere } from './read-text.ts';

export async function readSampleData(folder: string): Promise<Data | undefined> {
  const file = join(folder, 'data.json');
  const text = await readTextIfThere(file);
  return text === undefined ? undefined : parseDataFile(file, text);
}
