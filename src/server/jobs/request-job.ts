/** `Prefer: respond-async`: stores a request as a job of one row, after the checks that cost nothing. */

import type { RouteHandler } from '../api/route.ts';
import { publishedVersion, visibleTemplate } from '../api/visible-template.ts';
import { requireFeature } from '../billing/require-feature.ts';
import type { SentBody } from '../http/body/request-body.ts';
import type { FormBody } from '../http/form/form-body.ts';
import { startJob } from './start-job.ts';

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
    const input = form ? form.bytes : toBytes(call.body);
    if (call.form) call.form.open();
    else await readCopy(name, call);
    return await startJob(context, {
      job: {
        teamId: caller.team.id,
        tokenId: caller.tokenId,
        kind: 'request',
        route: name,
        templateId: template?.id,
        options: { content_type: form ? contentType : 'application/json' },
      },
      rows: [{ input }],
      keyClaim,
      headers: { 'preference-applied': 'respond-async' },
    });
  };

/** Throws the errors that the request itself would get for its body. The bytes that are read are detached. */
async function readCopy(
  name: AsyncRoute,
  { context, caller, body, signal }: Parameters<RouteHandler>[0],
): Promise<void> {
  const copy = typeof body === 'object' ? Buffer.from(new Uint8Array(body)) : body;
  const turn = { team: caller.team.id, signal };
  if (name === 'generate') {
    const { value } = await context.bodies.read('generate', copy, turn);
    if (value.metadata && Object.keys(value.metadata).length > 0) requireFeature(caller.team, 'metadata');
    return;
  }
  await context.bodies.read(name, copy, turn);
}

const toBytes = (body: SentBody | undefined): Uint8Array =>
  typeof body === 'object' ? body : Buffer.from(body ?? '');
