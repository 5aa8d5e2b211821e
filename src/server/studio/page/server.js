/** The client of the studio's API. */

/** `details` is the response body: `message`, and for an invalid template `findings`. */
export class RequestError extends Error {
  constructor(status, details) {
    super(details?.message ?? `The server responded with ${status}.`);
    this.status = status;
    this.details = details ?? {};
  }
}

/** Returns whether files were named by their hash, but the template that holds them was renamed or deleted. */
export const namesUnknownContent = ({ details }) =>
  Object.keys(details?.errors ?? {}).some((field) => /^files\.\d+\.hash$/.test(field));

/** Called when the session has ended. */
let onSignedOut = () => {};
export const whenSignedOut = (listener) => {
  onSignedOut = listener;
};

/** Throws a `RequestError`, and a `TypeError` if there is no connection. */
async function send(method, path, body, signal, type = 'application/json') {
  for (;;) {
    const response = await fetch(`/studio${path}`, {
      method,
      signal,
      ...(body === undefined
        ? {}
        : {
            headers: { 'content-type': type },
            body: type === 'application/json' ? JSON.stringify(body) : body,
          }),
    });
    if (response.ok) return response;
    if (response.status === 429 && path.startsWith('/api/')) {
      const seconds = Number(response.headers.get('retry-after')) || 1;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      signal?.throwIfAborted();
      continue;
    }
    const details = await response.json().catch(() => undefined);
    if (response.status === 401 && path.startsWith('/api/')) onSignedOut();
    throw new RequestError(response.status, details);
  }
}

const data = async (method, path, body) => (await (await send(method, path, body)).json()).data;

export const signIn = (token) => data('POST', '/session', { token });
export const signOut = () => data('DELETE', '/session');
export const session = () => data('GET', '/api/session');
export const listTemplates = () => data('GET', '/api/templates');
export const getTemplate = (id) => data('GET', `/api/templates/${id}`);
export const getFiles = (id, version) => data('GET', `/api/templates/${id}/versions/${version}/files`);
export const push = (body) => data('PUT', '/api/templates', body);
export const publish = (id, version) => data('PUT', `/api/templates/${id}/published`, { version });
export const rename = (id, name) => data('PATCH', `/api/templates/${id}`, { name });
export const remove = (id, base) => data('DELETE', `/api/templates/${id}?base=${base}`);
export const listExamples = () => data('GET', '/api/examples');
export const getExample = (name) => data('GET', `/api/examples/${encodeURIComponent(name)}`);

/** `events`: the types that a webhook can subscribe to. `command`: creates a token for webhooks, if this one is not. */
export const webhookOptions = () => data('GET', '/api/webhook-options');
export const listWebhooks = () => data('GET', '/api/webhooks');
export const getWebhook = (id) => data('GET', `/api/webhooks/${id}`);
export const createWebhook = (body) => data('POST', '/api/webhooks', body);
export const updateWebhook = (id, body) => data('PATCH', `/api/webhooks/${id}`, body);
export const deleteWebhook = (id) => data('DELETE', `/api/webhooks/${id}`);
export const rotateSecret = (id) => data('POST', `/api/webhooks/${id}/rotate-secret`);
export const testWebhook = (id) => data('POST', `/api/webhooks/${id}/test`);
export const listDeliveries = (id, before) =>
  data('GET', `/api/webhooks/${id}/deliveries${before === undefined ? '' : `?before=${before}`}`);
export const redeliver = (id, delivery) =>
  data('POST', `/api/webhooks/${id}/deliveries/${delivery}/redeliver`);

/** Identifies this page: a newer preview cancels the previous one of the same page, and none of another page. */
const page = crypto.getRandomValues(new Uint32Array(3)).join('-');

/** Resolves to the PDF's bytes and its warnings for the author. */
export async function preview(body, signal) {
  const response = await send('POST', `/api/preview?page=${page}`, body, signal);
  const warnings = JSON.parse(decodeURIComponent(response.headers.get('x-warnings') ?? '%5B%5D'));
  return { pdf: new Uint8Array(await response.arrayBuffer()), warnings };
}

/** Resolves to the picture of the first page, or to undefined if the template cannot be rendered. */
export async function thumbnail(id, hash, signal) {
  const response = await send('GET', `/api/templates/${id}/thumbnail?hash=${hash}`, undefined, signal);
  return response.status === 204 ? undefined : await response.blob();
}

/** What the files read from their data: `{ schema }`, null while they are no valid template. */
export const readVariables = (body) => data('POST', '/api/variables', body);

/** What the PDF holds of PDF/A and PDF/UA: see `startCheck`. */
export const checkPdf = async (pdf, signal) =>
  (await (await send('POST', '/api/check', pdf, signal, 'application/pdf')).json()).data;
