/** Renders rows in this process. The template is read and compiled, and its schema parsed, once for all of them. */

import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { CommandOption } from '#contract/document/option-table';
import { renderDocument } from '#library/render-document';
import { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { prepareProtection } from '#render/sealing/requested-protection';
import { toRenderRequest } from '#render/to-render-request';
import { Deadline } from '#runtime/deadline';
import { chooseLists } from '#template/data/choose-lists';
import type { DataSchema } from '#template/data/data-schema';
import { startCachedFill } from '#template/fill/cached';
import { readTemplateFolder } from '#template/load/read-template-folder';
import type { Stamp } from '#template/model/stamp';
import { startEditorPool } from '#template/pdfme/editor-pool';
import { metaSources, readMetaOptions } from '../../../options/page/page-options.ts';
import { readRegionOptions } from '../../../options/page/region-options.ts';
import { readBasePassword, readProtection } from '../../../options/protection/read-protection.ts';
import { readRenderingOptions } from '../../../options/read-rendering-options.ts';
import { reproducibleDate } from '../../../options/reproducible.ts';
import { readStamps } from '../../../options/stamp/read-stamps.ts';
import { readStandards } from '../../../options/standards.ts';
import { startFolderBrowser } from '../../../rendering/folder-browser.ts';
import { toWarnings } from '../../../rendering/result.ts';
import type { Session } from '../../../session.ts';
import type { BatchOptions } from '../batch-options.ts';
import { readBatchImages } from '../output/batch-images.ts';
import { protectionFingerprint } from '../protection-fingerprint.ts';
import type { RowRenderer } from './row-renderer.ts';

/** `schema` is that of the folder. Throws whatever reading a template folder throws. */
export async function renderRowsLocally(
  session: Session,
  { folder, schema }: { readonly folder: string; readonly schema: DataSchema | undefined },
  options: BatchOptions,
): Promise<RowRenderer> {
  const { context, globals } = session;
  const metadata = readMetaOptions(options.meta);
  const date = reproducibleDate(options.reproducible === true, context.sourceDateEpoch);
  const { template: read, sources } = await readTemplateFolder(folder);
  const { rendering, defaults } = readRenderingOptions(session, options);
  const region = readRegionOptions(options);
  // The file of all rows gets the labels and the passwords that are asked for.
  const standards = readStandards(options.mergeInto === undefined ? options : {});
  const asked = options.mergeInto === undefined ? await readProtection(session, options) : undefined;
  // Throws for passwords that cannot be used, before a browser is started. Each row gets a key of its own.
  prepareProtection(asked);
  const basePassword = await readBasePassword(options);
  // A merge compacts all rows together.
  const compact = options.compact && options.mergeInto === undefined;
  const deferred = options.mergeInto === undefined ? undefined : new DeferredStreams();
  const workers = options.concurrency ?? availableParallelism();
  const { stamps, sources: stampSources } = await readStamps(options);
  const request = toRenderRequest<Exclude<CommandOption<'batch'>, 'protection'>>(read, {
    ...region,
    ...rendering,
    ...standards,
    metadata,
    compact,
    reproducible: date,
    pages: options.pages,
    stamp: stamps,
    basePassword,
  });
  const { template } = request;
  const browser = await startFolderBrowser(session, [folder], {
    stamp: options.stamp,
    under: options.under,
    image: readBatchImages(options)?.format,
    sandbox: options.sandbox,
    workers,
  });
  const editor = startEditorPool({ workers });
  session.shutdown.add(() => editor.close());

  // Compiled for the first document.
  const fill = startCachedFill({ count: 1, size: Number.POSITIVE_INFINITY });
  const { assets: _, basePdf = new Uint8Array(), ...texts } = template;
  return {
    fingerprint: hash(
      'sha256',
      JSON.stringify([
        texts,
        hash('sha256', basePdf),
        metadata,
        defaults,
        ...((region.locale ?? region.timeZone) === undefined ? [] : [region]),
        standards,
        ...(options.pages === undefined ? [] : [options.pages]),
        ...stampFingerprint(stamps),
        rendering.allowHosts,
        compact,
        date ?? null,
        ...(asked ? [protectionFingerprint(asked)] : []),
      ]),
    ),
    // While pages print, the next document is filled and the last one finished.
    concurrency: workers + 1,
    wait: 0,
    deferred,
    browser,
    async render({ data, exact }, cancel) {
      const lists = chooseLists(template, data);
      schema?.validate(data, session.globals.timeout, Object.keys(lists));
      const deadline = new Deadline(globals.timeout, cancel);
      try {
        const { pdf, report } = await renderDocument(
          {
            ...request,
            ...defaults,
            protection: prepareProtection(asked),
            sources: sources.with({ ...stampSources, ...metaSources(metadata) }),
            data: exact,
            rows: lists,
            schema,
            key: 'batch',
            owner: 'batch',
          },
          { browser, deadline, fill, editor, deferred, longDocuments: {} },
        );
        return { pdf, pages: report.pages, warnings: toWarnings(report) };
      } finally {
        deadline.close();
      }
    },
  };
}

/** Nothing without stamps, so that batches of before are recognized. */
const stampFingerprint = (stamps: readonly Stamp[]): readonly unknown[] =>
  stamps.map(({ content, isUnder, pages }) => [
    'html' in content ? content.html : hash('sha256', content.pdf),
    isUnder,
    pages ?? null,
  ]);
