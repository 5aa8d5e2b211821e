/** A program over the client that swagger-typescript-api generates. */
import {
  Api,
  type DailyUsage,
  type Error as Failure,
  type GenerateRequest,
  type HttpResponse,
  type Metadata,
  type PageConfig,
  type Template,
  type UrlResult,
  type ValidationError,
} from './generated/client';

/** The shape of the errors that the client throws. */
const failureOf = async <Body>(call: Promise<unknown>): Promise<HttpResponse<unknown, Body>> =>
  await call.then(
    () => {
      throw new Error('It was to fail.');
    },
    (response: HttpResponse<unknown, Body>) => response,
  );

export async function run(url: string, token: string, certificate: Record<string, unknown>) {
  const options = { baseUrl: url, securityWorker: () => ({ headers: { authorization: `Bearer ${token}` } }) };
  const { api, documents } = new Api(options);

  const list = await api.listTemplates({ page: 1 });
  const names: string[] = list.data.data.map(({ name }) => name);
  const one = await api.getTemplate('certificate');
  const first: Template = one.data.data;

  const metadata: Metadata = { title: 'Typed' };
  const body: GenerateRequest = { data: certificate, metadata };
  const base64 = await api.generate(3, body);
  const pdf: string | undefined = 'pdf' in base64.data ? base64.data.pdf : undefined;

  const link = await api.generate(3, { ...body, output: 'url', filename: 'c.pdf' });
  if (!('url' in link.data)) throw new Error('There is no url.');
  const { url: address, expires_at, filename }: UrlResult = link.data;

  // It reads every response as JSON unless a call says otherwise.
  const bytes = await api.generate(3, { ...body, output: 'binary' }, { format: 'arrayBuffer' });
  const binary = bytes.data as unknown as ArrayBuffer;

  const merged = await api.merge({
    templates: [
      { id: 'certificate', data: certificate },
      { id: 3, data: certificate },
    ],
  });
  const config: PageConfig = { format: 'Letter', orientation: 'landscape', margins: { top: 20 } };
  const html = await api.htmlToPdf({ html: '<p>{{ x }}</p>', data: { x: 1 }, config });
  const report = await api.usage();
  const days: DailyUsage[] = report.data.data.daily_usage;

  const query = Object.fromEntries(new URL(address).searchParams) as { expires: string; signature: string };
  const [, , id = ''] = new URL(address).pathname.split('/');
  const download = await documents.downloadDocument(id, filename, query, { format: 'arrayBuffer' });
  const file = download.data as unknown as ArrayBuffer;
  const head = await documents.headDocument(id, filename, query);

  const missing = await failureOf<Failure>(api.getTemplate(99));
  const wrong = await failureOf<ValidationError>(api.htmlToPdf({ html: '{{ x|nofilter }}' }));
  const stranger = await failureOf<Failure>(new Api({ baseUrl: url }).api.usage());

  return {
    names,
    first: first.name,
    pdf,
    address,
    expires_at,
    filename,
    binary: [...new Uint8Array(binary).slice(0, 5)],
    merged: 'pdf' in merged.data ? merged.data.pdf : undefined,
    html: 'pdf' in html.data ? html.data.pdf : undefined,
    plan: report.data.data.plan,
    days: days.length,
    download: [...new Uint8Array(file).slice(0, 5)],
    head: [head.status, Number(head.headers.get('content-length')) === link.data.size],
    notFound: missing.error.message,
    fault: [wrong.error.part, wrong.error.line],
    stranger: [stranger.status, stranger.error.message],
  };
}
