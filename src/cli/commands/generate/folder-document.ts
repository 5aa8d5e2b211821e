/** The current state of a template folder, as a document to render. */
import { readDataSchema } from '#template/data/data-schema';
import { readSampleData } from '#template/data/sample-data';
import { folderTree } from '#template/load/folder-tree';
import { readTemplateFolder } from '#template/load/read-template-folder';
import { parsePageFile } from '#template/model/page-files';
import { namedFiles } from '#template/model/template-files';
import type { Document } from '../../rendering/local.ts';
import type { Session } from '../../session.ts';

/** Throws whatever reading a template folder throws. */
export async function readFolderDocument({ terminal }: Session, folder: string): Promise<Document> {
  const tree = folderTree(folder);
  const top = await tree.listTop();
  return {
    ...(await readTemplateFolder(folder)),
    files: [...namedFiles, ...top.filter((name) => parsePageFile(name))].map(tree.label),
    async defaultData() {
      const sample = await readSampleData(tree);
      if (sample)
        terminal.note(terminal.style.dim('No --data given; filled with the template’s sample data.json.'));
      return sample;
    },
    readSchema: async () => await readDataSchema(tree),
  };
}
