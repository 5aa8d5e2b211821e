/** `Prefer: respond-async`: stores a request as a job of one row, after the checks that cost nothing. */

import { isImageOutput } from '#contract/api/image-output';
import type { GenerateRequest, HtmlToPdfRequest, MergeRequest } from '#contract/api/requests-schema';
import { Failure } from '#contract/errors';
import { assertProtectable } from '#render/sealing/requested-protection';
import { DataText } from '#runtime/data-text';
import { writeData } from '#twig';
import { findMergedTemplate } from '../api/merge.ts';
import type { RouteCall, RouteHandler } from '../api/route.ts';
import { publishedVersion, visibleTemplate } from '../api/visible-template.ts';
import { requireFeature } from '../billing/require-feature.ts';
import type { RequestBody, SentBody } from '../http/body/request-body.ts';
import type { FormBody } from '../http/form/form-body.ts';
import { findSignature } from '../signing/find-signature.ts';
import { startJob } from './start-job.ts';
import { storeProtection } from './stored-protection.ts';

type AsyncRoute = 'generate' | 'merge' | 'htmlToPdf';

export const isAsyncRoute = (name: string): name is AsyncRoute =>
  name === 'generate' || name === 'merge' || name === 'htmlToPdf';

/** `form` is the unparsed form, if the request has one, and `contentType` its type with the boundary. */
export const requestJob =
  (
    name: AsyncRoute,
    {
      form,
      contentType = 'application/json',
    }: { form: FormBody | undefined; contentType: string | undefined },
  ): RouteHandler =>
  async (call) => {
    const { context, caller, parameters, keyClaim } = call;
    if (name === 'merge') requireFeature(caller.team, 'merge');
    const template =
      name === 'generate'
        ? await visibleTemplate(context.store, caller.team, parameters.template_id ?? '')
        : undefined;
    if (template) publishedVersion(template);
    const sent = form ? form.bytes : toBytes(call.body);
    const body = call.form ? call.form.open() : await withTemplateIds(call, await readCopy(name, call));
    assertPdf(body.value);
    const { config } = body.value;
    await findSignature(context, config?.sign, {
      teamId: caller.team.id,
      isProtected: config?.protection !== undefined,
    });
    const { input, protection } = withoutPasswords(sent, body, form !== undefined);
    return await startJob(context, {
      job: {
        teamId: caller.team.id,
        tokenId: caller.tokenId,
        kind: 'request',
        route: name,
        templateId: template?.id,
        options: { content_type: form ? contentType : 'application/json', protection },
      },
      rows: [{ input }],
      keyClaim,
      headers: { 'preference-applied': 'respond-async' },
    });
  };

/** Throws `invalid_request` for an image: a job keeps PDFs. */
function assertPdf({ output }: SecretBody['value']): void {
  if (!isImageOutput(output)) return;
  const message = `The output ${output} is not for jobs, which keep PDFs.`;
  throw new Failure('invalid_request', message, { errors: { output: [message] } });
}

/** The parts of a request body that a request with passwords is read for: its settings and its data. */
type SecretBody = Pick<RequestBody<HtmlToPdfRequest | GenerateRequest | MergeRequest>, 'value' | 'data'> & {
  /** Whether the value differs from the bytes that were sent. */
  readonly isRewritten?: true;
};

/**
 * Replaces the names of templates in a merge by their ids: when the job runs, other templates may have these names. Throws
 * `template_not_found`, which names the item.
 */
async function withTemplateIds(
  call: Pick<RouteCall, 'context' | 'caller'>,
  body: SecretBody,
): Promise<SecretBody> {
  const { value } = body;
  if (!('templates' in value) || value.templates.every(({ id }) => typeof id === 'number')) return body;
  const templates: MergeRequest['templates'] = [];
  for (const [index, item] of value.templates.entries()) {
    templates.push({ ...item, id: (await findMergedTemplate(call, index, item.id)).id });
  }
  return { ...body, value: { ...value, templates }, isRewritten: true };
}

/**
 * Returns the request as it is stored: a database and its backups keep no passwords. Throws `invalid_request` for those
 * that cannot be left out.
 */
function withoutPasswords(sent: Uint8Array, body: SecretBody, isForm: boolean) {
  const { config } = body.value;
  if (config && 'base_password' in config && config.base_password !== undefined) {
    throw notStored('config.base_password', 'the password of base.pdf');
  }
  for (const [field, what] of Object.entries(secretFields)) {
    if (config && Object.hasOwn(config, field)) throw notStored(`config.${field}`, what, 'secrets');
  }
  if (!config?.protection) {
    return { input: body.isRewritten ? Buffer.from(toJson(body, config)) : sent };
  }
  if (isForm) throw notStored('config.protection', 'the passwords of a request with files');
  const isInvoice = config.e_invoice !== undefined;
  assertProtectable({ pdfa: config.pdfa, isInvoice, isReproducible: false });
  const { config: stored, protection } = storeProtection(config);
  return { input: Buffer.from(toJson(body, stored ?? {})), protection };
}

/** What signs in to other servers. */
const secretFields = {
  headers: 'the headers of requests',
  cookies: 'the cookies of a page',
  basic_auth: 'the password of a page',
};

function notStored(field: string, what: string, kind = 'passwords'): Failure {
  const message = `A job would have to store ${what}, and ${kind} are never stored.`;
  return new Failure('invalid_request', `${message} Send the request without Prefer: respond-async.`, {
    errors: { [field]: [message] },
  });
}

/** The same request with other settings. Its data keeps the order of its keys and all digits. */
function toJson({ value, data }: SecretBody, config: object | undefined): string {
  const dataAt = (path: readonly (string | number)[]) => {
    const found = data(path);
    return found instanceof DataText ? found.text : writeData(found);
  };
  const members = Object.entries({ ...value, config }).flatMap(([key, member]) => {
    if (key === 'data' || key === 'templates' || member === undefined) return [];
    return [`${JSON.stringify(key)}:${JSON.stringify(member)}`];
  });
  if (!('templates' in value)) return `{${[...members, `"data":${dataAt(['data'])}`].join(',')}}`;
  const templates = value.templates.map(({ id, pages }, index) => {
    const settings = JSON.stringify({ id, pages }).slice(1, -1);
    return `{${settings},"data":${dataAt(['templates', index, 'data'])}}`;
  });
  return `{${[...members, `"templates":[${templates.join(',')}]`].join(',')}}`;
}

/** Throws the errors that the request itself would get for its body. The bytes that are read are detached. */
async function readCopy(
  name: AsyncRoute,
  { context, caller, body, signal }: Parameters<RouteHandler>[0],
): Promise<SecretBody> {
  const copy = typeof body === 'object' ? Buffer.from(new Uint8Array(body)) : body;
  const turn = { team: caller.team.id, signal };
  if (name === 'generate') {
    const read = await context.bodies.read('generate', copy, turn);
    const { metadata } = read.value;
    if (metadata && Object.keys(metadata).length > 0) requireFeature(caller.team, 'metadata');
    return read;
  }
  return await context.bodies.read(name, copy, turn);
}

const toBytes = (body: SentBody | undefined): Uint8Array =>
  typeof body === 'object' ? body : Buffer.from(body ?? '');
