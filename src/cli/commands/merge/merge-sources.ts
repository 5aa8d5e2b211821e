/**
 * The template folders and the HTML and Markdown of `pdfapi merge`. A separate module, because it loads the template language and the browser.
 */

import type { CommandOption, OwnOption } from '#contract/document/option-table';
import { renderDocument } from '#library/render-document';
import type { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { toRenderRequest } from '#render/to-render-request';
import type { Deadline } from '#runtime/deadline';
import { chooseLists } from '#template/data/choose-lists';
import { type DataSchema, readDataSchema } from '#template/data/data-schema';
import type { Data } from '#template/data/parse-data-file';
import { readSampleData } from '#template/data/sample-data';
import { folderTree } from '#template/load/folder-tree';
import { readTemplateFolder } from '#template/load/read-template-folder';
import { startEditorPool } from '#template/pdfme/editor-pool';
import { readData } from '../../options/data/read-data.ts';
import { commandOf } from '../../options/output/output-argument.ts';
import { readRegionOptions } from '../../options/page/region-options.ts';
import { readBasePassword } from '../../options/protection/read-protection.ts';
import { readRenderingOptions } from '../../options/read-rendering-options.ts';
import type { RenderOptions } from '../../options/render-options.ts';
import { startFolderBrowser } from '../../rendering/folder-browser.ts';
import type { Document } from '../../rendering/local.ts';
import { startLocalBrowser } from '../../rendering/local-browser.ts';
import { toWarnings } from '../../rendering/result.ts';
import type { Session } from '../../session.ts';
import { forLocalRender, readHtmlDocument } from '../html/html-document.ts';
import type { HtmlItem, SourceItem } from './merge-items.ts';

export interface RenderedSource {
  readonly pdf: Uint8Array;
  /** Undefined if there is none: no file, and no sample data of a folder. */
  readonly data: Data | undefined;
}

export type RenderSource = (item: SourceItem, deadline: Deadline) => Promise<RenderedSource>;

/** `date` is the date of reproducible documents. `deferred` gets the data of large pictures. */
export async function startSources(
  session: Session,
  items: readonly SourceItem[],
  options: RenderOptions,
  date: Date | undefined,
  deferred: DeferredStreams,
): Promise<RenderSource> {
  const { terminal } = session;
  const { sandbox } = options;
  const folders = items.flatMap((item) => (item.kind === 'folder' ? [item.folder] : []));
  const browser =
    folders.length < items.length
      ? await startLocalBrowser(session, { sandbox })
      : await startFolderBrowser(session, folders, { sandbox });
  const editor = startEditorPool();
  const { rendering, defaults } = readRenderingOptions(session, options);
  session.shutdown.add(() => editor.close());
  const basePassword = await readBasePassword(options);
  const region = readRegionOptions(options);

  return async (item, deadline) => {
    const { text, data: file } = item;
    const given = file === undefined ? undefined : await readData({ data: [file] }, terminal);
    const source =
      item.kind === 'folder'
        ? await readFolder(session, item.folder)
        : await readHtml(session, item, options);
    const data = given ?? (await source.sample?.());
    const rows = chooseLists(source.template, data?.plain ?? {});
    source.schema?.validate(data?.plain ?? {}, session.globals.timeout, Object.keys(rows));
    const { pdf, report } = await renderDocument(
      {
        ...toRenderRequest<OwnOption<CommandOption<'merge'>>>(source.template, {
          ...region,
          ...rendering,
          reproducible: date,
          basePassword,
        }),
        ...defaults,
        data: data?.exact ?? {},
        isSampleData: given === undefined,
        rows,
        schema: source.schema,
        // The merge compacts all documents together.
        compact: false,
        sources: source.sources,
        templateHint: source.templateHint,
      },
      { browser, editor, deadline, deferred, longDocuments: {} },
    );
    for (const warning of [source.warning, ...toWarnings(report)]) {
      if (warning !== undefined) terminal.warn(`${text}: ${warning}`);
    }
    return { pdf: await toBytes(pdf), data };
  };
}

interface ReadSource extends Pick<Document, 'template' | 'sources' | 'templateHint' | 'warning'> {
  readonly schema?: DataSchema | undefined;
  /** The data without a file of it. */
  readonly sample?: () => Promise<Data | undefined>;
}

async function readFolder({ terminal }: Session, folder: string): Promise<ReadSource> {
  const tree = folderTree(folder);
  return {
    ...(await readTemplateFolder(folder)),
    schema: await readDataSchema(tree),
    async sample() {
      const data = await readSampleData(tree);
      if (data)
        terminal.note(terminal.style.dim(`${tree.name}: no data given; filled with its sample data.json.`));
      return data;
    },
  };
}

async function readHtml(
  session: Session,
  { file, data }: HtmlItem,
  { strict }: RenderOptions,
): Promise<ReadSource> {
  const document = await readHtmlDocument(session, file, {});
  const given = { strict, data: data === undefined ? undefined : [data] };
  const filled = `${file}:data.json`;
  return await forLocalRender(session, document, given, {
    fill: `${filled} fills it in`,
    keep: commandOf('pdfapi html', [file, '--no-twig']),
    lists: filled,
  });
}
