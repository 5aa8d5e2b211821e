/**
 * `POST /templates/merge`: renders several documents, each with its own data, as one PDF. It fails as a whole if one of
 * them fails.
 */

import type { MergeRequest } from '#contract/api/requests-schema';
import type { OwnOption, RequestOption } from '#contract/document/option-table';
import { errorCatalogue, Failure } from '#contract/errors';
import type { RegionSettings } from '#contract/language/region';
import { maxMergeBytes } from '#contract/limits';
import { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { toLargePdf } from '#pdf/large-pdf/insert-streams';
import { toBytes } from '#pdf/large-pdf/large-pdf';
import { fillDocument } from '#render/fill-document';
import type { FilledDocument } from '#render/filled-document';
import { renderFilled } from '#render/render';
import type { RenderedDocument, RenderRequest } from '#render/render-request';
import { prepareStamping, type StampFinishedPdf } from '#render/stamp/prepare-stamping';
import { toRenderRequest } from '#render/to-render-request';
import type { Deadline } from '#runtime/deadline';
import type { TemplateRecord } from '#store/template-records';
import type { Stamp } from '#template/model/stamp';
import { TemplateError, TemplateRuntimeError, TemplateSyntaxError } from '#twig';
import { deliver } from '../billing/deliver.ts';
import { toDeliveryRequest } from '../billing/delivery-request.ts';
import { requireFeature } from '../billing/require-feature.ts';
import type { RequestBody } from '../http/body/request-body.ts';
import { checkTemplateData } from '../rendering/data-check/check-template-data.ts';
import { findProtection } from '../rendering/find-protection.ts';
import { longDocumentTools } from '../rendering/long-documents/parts-thread.ts';
import { runTimedPdfTask } from '../rendering/pdf-thread.ts';
import { inMemory, maxPdfBytes } from '../rendering/pdf-work.ts';
import { requestedOptions } from '../rendering/requested-options.ts';
import { documentWarnings, withWarnings } from '../rendering/response-warnings.ts';
import { withRenderMetrics } from '../rendering/with-render-metrics.ts';
import { findSignature } from '../signing/find-signature.ts';
import { signDocument, toSigningCall } from '../signing/sign-document.ts';
import type { RouteCall, RouteHandler } from './route.ts';
import { publishedVersion, visibleTemplate } from './visible-template.ts';

export const merge: RouteHandler = async (call) => {
  const { context, caller } = call;
  requireFeature(caller.team, 'merge');
  const turn = { team: caller.team.id, signal: call.signal };
  const body = await context.bodies.read('merge', call.body, turn);
  const { templates, config } = body.value;
  const options = requestedOptions(config);
  const { sign, pages, pdfa, pdfua, eInvoice, stamp: stamps, locale, timeZone } = options;
  const region = { locale, timeZone };
  const isInvoice = eInvoice !== undefined;
  const protection = findProtection(call, { protection: options.protection, pdfa, isInvoice });
  const isProtected = protection !== undefined;
  const signature = await findSignature(context, sign, { teamId: caller.team.id, isProtected });
  const names = templates.map((_, index) => `templates.${index}`);
  const pagesOfEach = templates.map((item) => item.pages);
  const requests = await findRequests(call, body, options);
  const warnings: string[] = [];
  const delivery = await deliver(
    context,
    toDeliveryRequest(call, body.value, { amount: templates.length, warnings }),
    async (deadline) =>
      await closedOnFailure(new DeferredStreams(), async (deferred) => {
        const stamping = stamps && (await prepareMergeStamps(call, { stamps, region, deadline }));
        const filled = await fillAll(call, requests, deadline);
        const printed = await printAll(call, filled, { deadline, deferred });
        for (const [index, { report }] of printed.entries()) {
          warnings.push(...documentWarnings(report, `templates.${index}`));
          call.inspection?.onReport(report);
        }
        const merged = printed.map(({ pdf }) => pdf);
        const isLarge = deferred.all.length > 0;
        const task = {
          kind: 'merge',
          documents: merged,
          names,
          standards: { pdfa, pdfua },
          eInvoice,
          pages,
          pagesOfEach,
          protection,
          // Pictures that are added afterwards are encrypted then, and everything else with them.
          isProtectedLater: isLarge,
          isStamped: stamping !== undefined,
        } as const;
        const stamp =
          stamping &&
          (async (pdf: Uint8Array) => {
            const { pdf: stamped, findings } = await stamping(pdf);
            if (findings) warnings.push(...documentWarnings(findings, 'config.stamp'));
            return stamped;
          });
        const merge = () => runTimedPdfTask(task, deadline, { stamp });
        const { result: whole, warnings: found = [] } = await context.queue.run(
          caller.team.id,
          deadline.signal,
          merge,
          { isContinued: true },
        );
        warnings.push(...found);
        const { pdfWork: work } = context;
        const pdf = isLarge ? await toLargePdf(whole, deferred, { deadline, protection, work }) : whole;
        return await signDocument(toSigningCall(call), signature, pdf, { deadline, warnings });
      }),
  );
  return withWarnings(delivery, warnings, call);
};

/** The result closes the streams when it is closed, if there are any. */
async function closedOnFailure<Result>(
  deferred: DeferredStreams,
  work: (deferred: DeferredStreams) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await work(deferred);
    if (deferred.all.length === 0) await deferred.close();
    return result;
  } catch (error) {
    await deferred.close();
    throw error;
  }
}

/** Errors in the Twig of the stamps are found before anything is printed. */
async function prepareMergeStamps(
  { context: { browserPool: browser, fill, config, pdfWork: work }, caller }: RouteCall,
  {
    stamps,
    region,
    deadline,
  }: {
    readonly stamps: readonly Stamp[];
    readonly region: RegionSettings;
    readonly deadline: Deadline;
  },
): Promise<StampFinishedPdf> {
  const { allowHosts } = config;
  const owner = String(caller.team.id);
  return await prepareStamping(stamps, {
    browser,
    deadline,
    fill,
    owner,
    allowHosts,
    region,
    work,
  });
}

/** Fills all documents before any is printed: a fault in the last one's Twig costs no print. */
async function fillAll(
  { context: { queue, fill, editor, pdfWork }, caller }: RouteCall,
  requests: readonly RenderRequest[],
  deadline: Deadline,
): Promise<FilledDocument[]> {
  const filled: FilledDocument[] = [];
  let size = 0;
  for (const [index, request] of requests.entries()) {
    const work = () => fillDocument(request, { deadline, fill, editor, work: pdfWork });
    const document = await naming(index, () =>
      queue.run(caller.team.id, deadline.signal, work, { isContinued: index > 0 }),
    );
    size += document.size;
    if (size > maxMergeBytes) throw tooLarge(index);
    filled.push(document);
  }
  return filled;
}

/** Each print waits for its own turn, so that fifty documents delay other teams no more than fifty requests. */
async function printAll(
  {
    context: { queue, longLane, metrics, browserPool: browser, lint, pdfWork: work },
    caller,
    row,
  }: RouteCall,
  filled: readonly FilledDocument[],
  { deadline, deferred }: { readonly deadline: Deadline; readonly deferred: DeferredStreams },
): Promise<RenderedDocument[]> {
  const failure = new AbortController();
  // After one failure the results of the others are not needed.
  const shared = deadline.endedBy(failure.signal);
  const print = (document: FilledDocument, isLong: boolean) =>
    withRenderMetrics(metrics, async () => {
      const { pdf, report } = await renderFilled(document, {
        browser,
        lint,
        work,
        deadline: shared,
        isLong,
        deferred,
        longDocuments: longDocumentTools(row?.onProgress),
      });
      assertStorable(deferred);
      return { pdf: await toBytes(pdf, inMemory), report };
    });
  const prints = filled.map((document, index) =>
    naming(index, () =>
      queue.run(
        caller.team.id,
        shared.signal,
        (place) => {
          const turn = { team: caller.team.id, signal: shared.signal, place };
          return longLane.print(document, turn, (isLong) => print(document, isLong), { isContinued: true });
        },
        { isContinued: true },
      ),
    ),
  );
  try {
    return await Promise.all(prints);
  } catch (error) {
    failure.abort(new Failure('interrupted', 'Another document of this merge failed.'));
    throw error;
  } finally {
    // Their resources are released before the request ends.
    await Promise.allSettled(prints);
    shared.close();
  }
}

/** Throws `memory_limit` for a merged file that would be larger than a single document may be. */
function assertStorable({ all }: DeferredStreams): void {
  const size = all.reduce((sum, { data }) => sum + data.length, 0);
  if (size <= maxPdfBytes) return;
  const limit = `${maxPdfBytes / 1024 / 1024} MB`;
  throw new Failure('memory_limit', `The documents make a PDF of more than ${limit}.`, {
    hint: 'Use smaller pictures, or merge fewer documents.',
  });
}

/** Every item is checked before any is rendered, so that an invalid one costs nothing. */
async function findRequests(
  call: RouteCall,
  { value, data, dataJson }: RequestBody<MergeRequest>,
  options: ReturnType<typeof requestedOptions>,
): Promise<RenderRequest[]> {
  const { context, caller } = call;
  const { templates, metadata } = value;
  const { locale, timeZone, forms, basePassword } = options;
  const requests: RenderRequest[] = [];
  for (const [index, item] of templates.entries()) {
    const found = await findMergedTemplate(call, index, item.id);
    const version = await naming(index, async () => publishedVersion(found));
    const stored = await naming(index, () => context.templates.version(found.id, version));
    const json = () => dataJson(['templates', index, 'data']);
    const place = { field: `templates.${index}.data`, isContinued: index > 0 };
    await naming(index, () => checkTemplateData(call, stored, json, place));
    // The merged file has the properties of its first document, whose data also fills their placeholders.
    const own = index === 0 && metadata ? { metadata } : {};
    const request: RenderRequest = {
      ...toRenderRequest<OwnOption<RequestOption<'merge'>>>(stored.template, {
        locale,
        timeZone,
        forms,
        basePassword,
      }),
      maxPdfBytes,
      ...(index === 0 && metadata ? {} : { key: stored.key }),
      data: data(['templates', index, 'data']),
      owner: String(caller.team.id),
      allowHosts: context.config.allowHosts,
      // The merge compacts all of them together.
      compact: false,
      ...own,
    };
    requests.push(request);
  }
  return requests;
}

/** Throws like `visibleTemplate`, and names the item. */
export async function findMergedTemplate(
  { context, caller }: Pick<RouteCall, 'context' | 'caller'>,
  index: number,
  given: string | number,
): Promise<TemplateRecord> {
  return await naming(index, () => visibleTemplate(context.store, caller.team, given));
}

/** Adds the path of the item to an error: `templates.3.id`. */
async function naming<Result>(index: number, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    const item = `templates.${index}.id`;
    if (error instanceof TemplateError) {
      const Kind = error instanceof TemplateSyntaxError ? TemplateSyntaxError : TemplateRuntimeError;
      throw new Kind(error, `${error.detail} (${item})`);
    }
    // Failures that the item did not cause do not name it.
    if (!(error instanceof Failure) || errorCatalogue[error.code].status >= 499) throw error;
    // Faults of its data already contain their paths.
    if (Object.keys(error.errors ?? {}).some((field) => field.startsWith(`templates.${index}.`))) throw error;
    const message = `${error.message} (${item})`;
    throw new Failure(error.code, message, { facts: error.facts, errors: { [item]: [message] } });
  }
}

function tooLarge(index: number): Failure {
  const limit = `${maxMergeBytes / 1024 / 1024} MiB`;
  const message = `The documents of one merge may have at most ${limit} together once filled with their data.`;
  return new Failure('invalid_request', message, { errors: { [`templates.${index}.id`]: [message] } });
}
