/** PDF/A, PDF/UA and e-invoices over HTTP: on every route that renders, and free of charge where they fail. */
import { expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { minimumInvoice } from '../../support/e-invoice/minimum-invoice.ts';
import { buildPdf, minimalObjects, streamObject } from '../../support/pdf/build-pdf.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
const page = '<!doctype html><html lang="en"><title>Offer</title><h1>Hello {{ name }}</h1>';
/** Black of four colours, which an output intent of three does not define. */
const inCmyk = buildPdf({
  ...minimalObjects,
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.28 841.89]/Contents 4 0 R>>',
  4: streamObject('', '0 0 0 1 k 0 0 50 50 re f'),
}).toString('latin1');
const plain = await server.template(member.team, page);
const labelled = await server.template(member.team, {
  'template.html': page,
  'template.json': '{ "pdfa": "2b" }',
});
const invoice = await server.template(member.team, {
  'template.html': page,
  'invoice.xml': minimumInvoice({ number: '{{ number }}', buyer: '{{ name }}' }),
});
const based = await server.template(member.team, { 'template.html': page, 'base.pdf': inCmyk });

const post = async (path: string, body: object) => {
  const { status, json } = await member.post(path, body);
  expect([status, json.message]).toEqual([200, undefined]);
  return Buffer.from(json.pdf, 'base64');
};
const claims = (pdf: Uint8Array) => {
  const { claimed, findings } = checkConformance(pdf);
  expect(findings).toEqual([]);
  return claimed;
};

it('html-to-pdf takes pdfa and e_invoice', async () => {
  expect(claims(await post('html-to-pdf', { html: page, config: { pdfa: '2u' } }))).toEqual(['pdfa-2u']);
  const pdf = await post('html-to-pdf', { html: page, config: { e_invoice: minimumInvoice() } });
  expect(claims(pdf)).toEqual(['pdfa-3b']);
  expect((await viewed(pdf)).attachments).toEqual({ 'factur-x.xml': minimumInvoice() });
});

it('generate takes them over those of the template, and fills invoice.xml', async () => {
  const generate = (id: number, body: object) => post(`templates/${id}/generate`, body);
  expect(claims(await generate(plain, { config: { pdfa: '3b' } }))).toEqual(['pdfa-3b']);
  expect(claims(await generate(labelled, {}))).toEqual(['pdfa-2b']);
  expect(claims(await generate(labelled, { config: { pdfa: '3u' } }))).toEqual(['pdfa-3u']);
  const data = { number: 'R-7', name: 'Ada & Co' };
  const pdf = await generate(invoice, { data });
  expect((await viewed(pdf)).attachments['factur-x.xml']).toBe(
    minimumInvoice({ number: 'R-7', buyer: 'Ada &amp; Co' }),
  );
  // The same compiled template without its own invoice, and with it again.
  const other = await generate(invoice, { data, config: { e_invoice: minimumInvoice() } });
  expect((await viewed(other)).attachments).toEqual({ 'factur-x.xml': minimumInvoice() });
  const again = await generate(invoice, { data });
  expect((await viewed(again)).attachments['factur-x.xml']).toContain('R-7');
});

it('merge gives the merged file the label, and keeps that of its parts', async () => {
  const merge = (ids: readonly number[], more: object = {}) =>
    post('templates/merge', { templates: ids.map((id) => ({ id })), ...more });
  expect(claims(await merge([plain, labelled], { config: { pdfa: '3b' } }))).toEqual(['pdfa-3b']);
  expect(claims(await merge([labelled, labelled]))).toEqual(['pdfa-2b']);
  expect(checkConformance(await merge([labelled, plain])).claimed).toEqual([]);
});

it('a batch gives each PDF and the merged one the label', async () => {
  const { json } = await member.post('batches', {
    template_id: plain,
    rows: [{ name: 'A' }, { name: 'B' }],
    output: 'merged',
    config: { pdfa: '3b' },
  });
  const { id } = json.data;
  let job = json.data;
  while (!['finished', 'failed'].includes(job.state))
    job = (await member.get(`jobs/${id}?wait=10`)).json.data;
  expect(job.error).toBeNull();
  const urls = [job.result.url, (await member.get(`jobs/${id}/rows`)).json.data[0].result.url];
  for (const url of urls) {
    const pdf = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(claims(pdf)).toEqual(['pdfa-3b']);
  }
});

it('a document that does not conform is not made and not charged', async () => {
  const before = await member.used();
  const html = await member.post('html-to-pdf', {
    html: page,
    config: { e_invoice: minimumInvoice({ number: '' }) },
  });
  expect([html.status, html.json.code]).toEqual([422, 'invalid_e_invoice']);
  expect(html.json.errors?.['config.e_invoice']?.join()).toContain('BR-02');
  expect(html.json.findings).toMatchObject([{ rule: 'BR-02', line: 2 }]);
  const broken = await member.post(`templates/${invoice}/generate`, { data: { name: 'Ada' } });
  expect([broken.status, broken.json.code]).toEqual([422, 'invalid_e_invoice']);
  const generated = await member.post(`templates/${based}/generate`, { config: { pdfa: '3b' } });
  expect([generated.status, generated.json.code]).toEqual([422, 'not_conforming']);
  expect(generated.json.errors?.document?.join()).toMatch(/page 1.*6\.2\.4\.3/);
  const merged = await member.post('templates/merge', {
    templates: [{ id: plain }, { id: based }],
    config: { pdfa: '3b' },
  });
  expect([merged.status, merged.json.code]).toEqual([422, 'not_conforming']);
  expect(merged.json.errors?.document?.join()).toContain('page 1 of templates.1');
  expect(await member.used()).toBe(before);
});

it('names the field of a wrong setting', async () => {
  const wrong = await member.post(`templates/${plain}/generate`, { config: { pdfa: '1b', lang: 'de' } });
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.json.errors).sort()).toEqual(['config.lang', 'config.pdfa']);
  const contradiction = await member.post('html-to-pdf', {
    html: page,
    config: { pdfa: '2b', e_invoice: minimumInvoice() },
  });
  expect([contradiction.status, contradiction.json.code]).toEqual([422, 'invalid_option']);
  expect(contradiction.json.errors).toHaveProperty('config.pdfa');
});
