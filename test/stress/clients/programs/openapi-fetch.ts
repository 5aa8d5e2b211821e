/** A program over openapi-fetch, with the types of openapi-typescript. */
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/schema';

type Schemas = components['schemas'];

export async function run(url: string, token: string, certificate: Record<string, unknown>) {
  const headers = { authorization: `Bearer ${token}` };
  const client = createClient<paths, 'application/json'>({ baseUrl: url, headers });
  const template = { params: { path: { template_id: 3 } } };

  const list = await client.GET('/api/v1/templates', { params: { query: { page: 1 } } });
  const names: string[] = list.data?.data.map(({ name }) => name) ?? [];
  const one = await client.GET('/api/v1/templates/{template_id}', {
    params: { path: { template_id: 'certificate' } },
  });
  const first: Schemas['Template'] | undefined = one.data?.data;

  const generate = '/api/v1/templates/{template_id}/generate';
  const metadata: Schemas['Metadata'] = { title: 'Typed' };
  const body: Schemas['GenerateRequest'] = { data: certificate, metadata };
  const base64 = await client.POST(generate, { ...template, body });
  const pdf: string | undefined = base64.data && 'pdf' in base64.data ? base64.data.pdf : undefined;

  const link = await client.POST(generate, {
    ...template,
    body: { ...body, output: 'url', filename: 'c.pdf' },
  });
  if (!link.data || !('url' in link.data)) throw new Error('There is no url.');
  const { url: address, expires_at, filename }: Schemas['UrlResult'] = link.data;

  const asBytes: Schemas['GenerateRequest'] = { ...body, output: 'binary' };
  // Bytes have another media type than JSON.
  const bytes = await createClient<paths>({ baseUrl: url, headers }).POST(generate, {
    ...template,
    body: asBytes,
    parseAs: 'arrayBuffer',
  });
  const binary: ArrayBuffer | undefined = bytes.data;

  const merged = await client.POST('/api/v1/templates/merge', {
    body: {
      templates: [
        { id: 'certificate', data: certificate },
        { id: 3, data: certificate },
      ],
    },
  });
  const config: Schemas['PageConfig'] = { format: 'Letter', orientation: 'landscape', margins: { top: 20 } };
  const html = await client.POST('/api/v1/html-to-pdf', {
    body: { html: '<p>{{ x }}</p>', data: { x: 1 }, config },
  });
  const usage = await client.GET('/api/v1/usage');
  const days: Schemas['DailyUsage'][] = usage.data?.data.daily_usage ?? [];

  const query = Object.fromEntries(new URL(address).searchParams) as { expires: string; signature: string };
  const [, , id = ''] = new URL(address).pathname.split('/');
  const document = { params: { path: { id, filename }, query } };
  const download = await createClient<paths>({ baseUrl: url }).GET('/documents/{id}/{filename}', {
    ...document,
    parseAs: 'arrayBuffer',
  });
  const head = await createClient<paths>({ baseUrl: url }).HEAD('/documents/{id}/{filename}', document);

  const missing = await client.GET('/api/v1/templates/{template_id}', {
    params: { path: { template_id: 99 } },
  });
  const notFound: string | undefined = missing.error?.message;
  const wrong = await client.POST('/api/v1/html-to-pdf', { body: { html: '{{ x|nofilter }}' } });
  const fault = wrong.error as Schemas['ValidationError'] | undefined;
  const stranger = await createClient<paths>({ baseUrl: url }).GET('/api/v1/usage');

  return {
    names,
    first: first?.name,
    pdf,
    address,
    expires_at,
    filename,
    binary: binary && [...new Uint8Array(binary).slice(0, 5)],
    merged: merged.data && 'pdf' in merged.data ? merged.data.pdf : undefined,
    html: html.data && 'pdf' in html.data ? html.data.pdf : undefined,
    plan: usage.data?.data.plan,
    days: days.length,
    download: download.data && [...new Uint8Array(download.data).slice(0, 5)],
    head: [head.response.status, Number(head.response.headers.get('content-length')) === link.data.size],
    notFound,
    fault: [fault?.part, fault?.line],
    stranger: [stranger.response.status, stranger.error?.message],
  };
}
