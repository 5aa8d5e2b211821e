/** Renders rows on a server: each with its own idempotency key, and as fast as the server's rate limit allows. */
import type { Command } from 'commander';
import type { CallBounds } from '#client/client';
import { Failure } from '#contract/errors';
import type { TemplateReference } from '#contract/templates';
import { countPages, PdfError } from '#pdf';
import { explainUnknownId, findTemplates, isUnknownId } from '../../../connection/find-templates.ts';
import { connectPaced } from '../../../connection/paced-connection.ts';
import { readMetaOptions } from '../../../options/page/page-options.ts';
import { readProtection } from '../../../options/protection/read-protection.ts';
import { documentConfig, localFlags, metadataOrNone, rejectLocalOptions } from '../../../rendering/remote.ts';
import type { Session } from '../../../session.ts';
import type { BatchOptions } from '../batch-options.ts';
import { readBatchImages } from '../output/batch-images.ts';
import { protectionFingerprint } from '../protection-fingerprint.ts';
import type { RowRenderer } from './row-renderer.ts';

/** Throws `usage`, `no_server`, and `template_not_found` for a name. */
export async function renderRowsRemotely(
  session: Session,
  given: TemplateReference,
  options: BatchOptions,
  command: Command,
): Promise<RowRenderer> {
  // Images are drawn on this machine, also of what a server renders.
  const isDrawn = readBatchImages(options) !== undefined;
  rejectLocalOptions(
    command,
    localFlags('render').filter((name) => !(isDrawn && name === '--no-sandbox')),
    'Render the template’s folder instead: pdfapi templates pull, then pdfapi batch ./folder rows.csv',
  );
  const metadata = metadataOrNone(readMetaOptions(options.meta));
  // Labels and passwords are those of the file of all rows, which this process writes.
  const { mergeInto, pages, forms, basePasswordFile, locale, timeZone } = options;
  const isMerged = mergeInto !== undefined;
  const { config } = isMerged
    ? await documentConfig(
        { context: { ...session.context, pdfPassword: undefined } },
        { pages, forms, basePasswordFile, locale, timeZone },
      )
    : await documentConfig(session, options);
  const { protection: __, base_password: _, ...shown } = config ?? {};
  const secret = protectionFingerprint(isMerged ? undefined : await readProtection(session, options));
  const { client, url, pace, send } = await connectPaced(session, {
    concurrency: options.concurrency,
    localAlternative: 'A path such as ./invoice renders locally.',
  });
  const readPage = (page: number, signal = new AbortController().signal) =>
    send((bounds) => client.templatePage(page, bounds), signal);
  if (given.kind === 'name') session.terminal.activity(`Looking up ${given.name} on ${url}`);
  const [template = { id: 0, name: null }] = await findTemplates(readPage, [given], url);

  let unknown: Promise<unknown> | undefined;
  return {
    server: url,
    template,
    fingerprint: JSON.stringify({
      ...metadata,
      ...(Object.keys(shown).length > 0 ? { config: shown } : {}),
      ...(secret === undefined ? {} : { secret }),
    }),
    get concurrency() {
      return pace.concurrency;
    },
    get wait() {
      return pace.wait;
    },
    async render({ exact, idempotencyKey }, cancel) {
      const body = { data: exact, output: 'base64', ...metadata, ...(config ? { config } : {}) } as const;
      const key = idempotencyKey === undefined ? {} : { idempotencyKey };
      const generate = (bounds: CallBounds) => client.generate(template.id, body, { ...bounds, ...key });
      const { pdf, usage } = await send(generate, cancel).catch(async (error) => {
        if (!isUnknownId(error)) throw error;
        // Concurrent rows fail alike, and the list is read for the first of them only.
        unknown ??= explainUnknownId(error, (page) => readPage(page, cancel), [given]);
        throw await unknown;
      });
      if (!pdf) throw new Failure('not_an_api', `${url} responded without a PDF.`);
      return { pdf, pages: findPages(pdf), warnings: [], usage };
    },
  };
}

function findPages(pdf: Uint8Array): number | undefined {
  try {
    return countPages(pdf);
  } catch (error) {
    if (error instanceof PdfError) return undefined;
    throw error;
  }
}
