/** A program over the client that @hey-api/openapi-ts generates. */
import { client } from './generated/client.gen';
import {
  downloadDocument,
  generate,
  getTemplate,
  headDocument,
  htmlToPdf,
  listTemplates,
  merge,
  usage,
} from './generated/sdk.gen';
import type {
  DailyUsage,
  GenerateRequest,
  Metadata,
  PageConfig,
  Template,
  UrlResult,
  ValidationError,
} from './generated/types.gen';

export async function run(url: string, token: string, certificate: Record<string, unknown>) {
  client.setConfig({ baseUrl: url, auth: token });
  const template = { path: { template_id: 3 } };

  const list = await listTemplates({ query: { page: 1 } });
  const names: string[] = list.data?.data.map(({ name }) => name) ?? [];
  const one = await getTemplate({ path: { template_id: 'certificate' } });
  const first: Template | undefined = one.data?.data;

  const metadata: Metadata = { title: 'Typed' };
  const body: GenerateRequest = { data: certificate, metadata };
  const base64 = await generate({ ...template, body });
  const pdf: string | undefined = base64.data && 'pdf' in base64.data ? base64.data.pdf : undefined;

  const link = await generate({ ...template, body: { ...body, output: 'url', filename: 'c.pdf' } });
  if (!link.data || !('url' in link.data)) throw new Error('There is no url.');
  const { url: address, expires_at, filename }: UrlResult = link.data;

  // The type is that of JSON, and the value is that of the content type.
  const bytes = await generate({ ...template, body: { ...body, output: 'binary' }, parseAs: 'arrayBuffer' });
  const binary = bytes.data as unknown as ArrayBuffer;

  const merged = await merge({
    body: {
      templates: [
        { id: 'certificate', data: certificate },
        { id: 3, data: certificate },
      ],
    },
  });
  const config: PageConfig = { format: 'Letter', orientation: 'landscape', margins: { top: 20 } };
  const html = await htmlToPdf({ body: { html: '<p>{{ x }}</p>', data: { x: 1 }, config } });
  const report = await usage();
  const days: DailyUsage[] = report.data?.data.daily_usage ?? [];

  const query = Object.fromEntries(new URL(address).searchParams) as { expires: string; signature: string };
  const [, , id = ''] = new URL(address).pathname.split('/');
  const document = { path: { id, filename }, query };
  const download = await downloadDocument({ ...document, parseAs: 'blob' });
  const file: Blob | File | undefined = download.data;
  const head = await headDocument(document);

  const missing = await getTemplate({ path: { template_id: 99 } });
  const notFound: string | undefined = missing.error?.message;
  const wrong = await htmlToPdf({ body: { html: '{{ x|nofilter }}' } });
  const fault = wrong.error as ValidationError | undefined;
  client.setConfig({ auth: undefined });
  const stranger = await usage();

  return {
    names,
    first: first?.name,
    pdf,
    address,
    expires_at,
    filename,
    binary: [...new Uint8Array(binary).slice(0, 5)],
    merged: merged.data && 'pdf' in merged.data ? merged.data.pdf : undefined,
    html: html.data && 'pdf' in html.data ? html.data.pdf : undefined,
    plan: report.data?.data.plan,
    days: days.length,
    download: file && [...new Uint8Array(await file.arrayBuffer()).slice(0, 5)],
    head: [head.response?.status, Number(head.response?.headers.get('content-length')) === link.data.size],
    notFound,
    fault: [fault?.part, fault?.line],
    stranger: [stranger.response?.status, stranger.error?.message],
  };
}
