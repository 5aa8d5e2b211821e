/**
 * The template folders of `pdfapi merge`. A separate module, because it loads the template language and the browser.
 */

import type { CommandOption, OwnOption } from '#contract/document/option-table';
import { renderDocument } from '#library/render-document';
import type { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { toRenderRequest } from '#render/to-render-request';
import type { Deadline } from '#runtime/deadline';
import { chooseLists } from '#template/data/choose-lists';
import { readDataSchema } from '#template/data/data-schema';
import type { Data } from '#template/data/parse-data-file';
import { readSampleData } from '#template/data/sample-data';
import { folderTree } from '#template/load/folder-tree';
import { readTemplateFolder } from '#template/load/read-template-folder';
import { startEditorPool } from '#template/pdfme/editor-pool';
import { readData } from '../../options/data/read-data.ts';
import { readRegionOptions } from '../../options/page/region-options.ts';
import { readBasePassword } from '../../options/protection/read-protection.ts';
import { readRenderingOptions } from '../../options/read-rendering-options.ts';
import type { RenderOptions } from '../../options/render-options.ts';
import { startFolderBrowser } from '../../rendering/folder-browser.ts';
import { toWarnings } from '../../rendering/result.ts';
import type { Session } from '../../session.ts';
import type { FolderItem } from './merge-items.ts';

export interface RenderedFolder {
  readonly pdf: Uint8Array;
  /** Undefined if the folder has no sample data either. */
  readonly data: Data | undefined;
}

export type RenderFolder = (item: FolderItem, deadline: Deadline) => Promise<RenderedFolder>;

/** `date` is the date of reproducible documents. `deferred` gets the data of large pictures. */
export async function startFolders(
  session: Session,
  items: readonly FolderItem[],
  options: RenderOptions,
  date: Date | undefined,
  deferred: DeferredStreams,
): Promise<RenderFolder> {
  const folders = items.map(({ folder }) => folder);
  const browser = await startFolderBrowser(session, folders, { sandbox: options.sandbox });
  const editor = startEditorPool();
  const { rendering, defaults } = readRenderingOptions(session, options);
  session.shutdown.add(() => editor.close());
  const basePassword = await readBasePassword(options);
  const region = readRegionOptions(options);

  return async ({ folder, data: file, text }, deadline) => {
    const tree = folderTree(folder);
    const { template, sources } = await readTemplateFolder(folder);
    const data =
      file === undefined ? await sample(session, tree) : await readData({ data: [file] }, session.terminal);
    const rows = chooseLists(template, data?.plain ?? {});
    const schema = await readDataSchema(tree);
    schema?.validate(data?.plain ?? {}, session.globals.timeout, Object.keys(rows));
    const { pdf, report } = await renderDocument(
      {
        ...toRenderRequest<OwnOption<CommandOption<'merge'>>>(template, {
          ...region,
          ...rendering,
          reproducible: date,
          basePassword,
        }),
        ...defaults,
        data: data?.exact ?? {},
        isSampleData: file === undefined,
        rows,
        schema,
        // The merge compacts all documents together.
        compact: false,
        sources,
      },
      { browser, editor, deadline, deferred, longDocuments: {} },
    );
    for (const warning of toWarnings(report)) session.terminal.warn(`${text}: ${warning}`);
    return { pdf: await toBytes(pdf), data };
  };
}

async function sample({ terminal }: Session, tree: ReturnType<typeof folderTree>): Promise<Data | undefined> {
  const data = await readSampleData(tree);
  if (data)
    terminal.note(terminal.style.dim(`${tree.name}: no data given; filled with its sample data.json.`));
  return data;
}
