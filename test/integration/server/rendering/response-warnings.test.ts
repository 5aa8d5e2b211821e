/** Data of which the template reads nothing, usually because the request has the wrong template id. */
import { expect, it } from 'vitest';
import { doubtfulInvoice } from '../../../support/e-invoice/doubtful-invoice.ts';
import { minimumInvoice } from '../../../support/e-invoice/minimum-invoice.ts';
import { startTestServer } from '../../../support/server/start-test-server.ts';

const log: string[] = [];
const server = await startTestServer({ onLog: (line) => log.push(line) });
const pro = await server.team();

const invoice = await server.template(pro.team, {
  'template.html': '<h1>Invoice {{ number }}</h1>{{ include("rows.html") }}',
  'partials/rows.html': '{% for item in items %}{{ item.name }}{% endfor %}',
});
const optional = await server.template(pro.team, '<p>{{ name|default("nobody") }}</p>');
const titledFiles = { 'template.html': '<html lang="en"><title>Terms</title><h1>Terms</h1></html>' };
const titled = await server.template(pro.team, titledFiles);
const plain = await server.template(pro.team, '<p>Terms</p>');
async function wrongOf(id: number, data: object): Promise<string | null> {
  const { status, headers } = await pro.post(`templates/${id}/generate`, { data });
  expect(status).toBe(200);
  return headers.get('pdfapi-warning');
}

it('delivers the document with a warning in a header and in the log', async () => {
  log.length = 0;
  const { status, headers, json } = await pro.post(`templates/${invoice}/generate`, {
    data: { member: 'Ada' },
  });
  expect(status).toBe(200);
  expect(Object.keys(json).sort()).toEqual(['filename', 'pdf', 'size', 'success', 'usage']);
  const warning = "None of the template's variables is in the data: number, items.";
  expect(headers.get('pdfapi-warning')).toContain(warning);
  expect(log.join('')).toContain(JSON.stringify(warning).slice(1, -1));
  expect(await wrongOf(invoice, {})).toContain('Variable "number" does not exist.');
});

it('warns of a document of a merge by its index', async () => {
  const merge = async (...templates: object[]) =>
    (await pro.post('templates/merge', { templates })).headers.get('pdfapi-warning');
  const good = { id: invoice, data: { number: 1, items: [] } };
  expect(await merge(good, { id: plain })).toBeNull();
  expect(await merge(good, { id: invoice, data: { nr: 1 } })).toContain(
    "templates.1: None of the template's variables is in the data: number, items.",
  );
});

it('warns of the e-invoice of a merge, and of one that is not marked any more', async () => {
  const merge = async (body: object) => {
    const { status, headers, json } = await pro.post('templates/merge', body);
    expect(status, JSON.stringify(json)).toBe(200);
    return headers.get('pdfapi-warning');
  };
  const config = { e_invoice: doubtfulInvoice() };
  expect(await merge({ templates: [{ id: titled }, { id: titled }], config })).toMatch(
    /^config\.e_invoice: BR-DE-19/,
  );
  const invoiced = await server.template(pro.team, { ...titledFiles, 'invoice.xml': minimumInvoice() });
  expect(await merge({ templates: [{ id: invoiced }, { id: titled }] })).toBe(
    'templates.0 is an e-invoice, but the result is not marked as one: it has the pages of other documents too.',
  );
  expect(await merge({ templates: [{ id: invoiced }] })).toBeNull();
});

it('warns of a large body too', async () => {
  const data = { member: 'x'.repeat(200_000) };
  expect(await wrongOf(invoice, data)).toContain(
    "None of the template's variables is in the data: number, items.",
  );
  const templates = [
    { id: invoice, data: { items: [] } },
    { id: invoice, data },
  ];
  const { headers } = await pro.post('templates/merge', { templates });
  expect(headers.get('pdfapi-warning')).toContain('templates.1: None');
});

it.each([
  ['the data has what the template reads', invoice, { number: 1, items: [] }],
  ['nothing is given, and nothing is needed', optional, {}],
  ['the data is large, with one of them', invoice, { number: 1, items: [{ name: 'x '.repeat(100_000) }] }],
  ['the template has no variables', plain, { name: 'Ada' }],
])('does not warn if %s', async (_why, id, data) => {
  expect(await wrongOf(id, data)).toBeNull();
});

it('warns if a template with defaults reads none of the data', async () => {
  expect(await wrongOf(optional, { nmae: 'Ada' })).toContain('name');
});

it('warns of an undefined variable of HTML, with the name that was meant', async () => {
  const { headers } = await pro.post('html-to-pdf', { html: '<p>Name: {{ name }}</p>', data: { nmae: 1 } });
  expect(headers.get('pdfapi-warning')).toBe(
    `None of the template's variables is in the data: name. In the template, line 1: Variable "name" does not exist. Did you mean "nmae"?`,
  );
});

it('warns of data of which HTML reads nothing', async () => {
  const warningOf = async (body: object) =>
    (await pro.post('html-to-pdf', body)).headers.get('pdfapi-warning');
  const data = { name: 'Ada' };
  const unread = 'Nothing of the data is read: the document names no variable, as {{ name }} does.';
  expect(await warningOf({ html: '<p>Dear customer', data })).toBe(unread);
  expect(await warningOf({ markdown: 'Dear customer', data })).toBe(unread);
  expect(await warningOf({ html: '<p>Dear customer', data: { name: 'x'.repeat(200_000) } })).toBe(unread);
  expect(await warningOf({ html: '<p>Dear {{ customer|default("you") }}', data })).toContain(
    "None of the template's variables is in the data: customer.",
  );
  expect(await warningOf({ html: '<p>Dear customer' })).toBeNull();
  expect(await warningOf({ html: '<p>Dear customer', data: {} })).toBeNull();
  expect(await warningOf({ html: '<p>Dear {{ name }}', data })).toBeNull();
});

it('warns of XHTML that is not well-formed, and prints what is', async () => {
  const warningOf = async (html: string) =>
    (await pro.post('html-to-pdf', { html })).headers.get('pdfapi-warning');
  const page =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p>Terms</p></body></html>';
  expect(await warningOf(page)).toBeNull();
  expect(await warningOf(page.replace('</p>', ''))).toMatch(
    /^Line 1 of the HTML has <title\/>.*not well-formed XML: line 1, column \d+: unexpected close tag\./,
  );
});

it('there is one for characters that no font has', async () => {
  const { headers } = await pro.post('html-to-pdf', { html: '<p>a\u{10fffd}</p>' });
  expect(headers.get('pdfapi-warning')).toBe('No font has these characters: U+10FFFD.');
});

it('there is one for a page size that the document asks for and does not get', async () => {
  const card = await server.template(pro.team, '<style>@page { size: folio }</style><p>{{ name }}</p>');
  const data = { name: 'Ada' };
  expect(await wrongOf(card, data)).toContain('{ size: folio } is ignored');
  const templates = [
    { id: plain, data },
    { id: card, data },
  ];
  const { headers } = await pro.post('templates/merge', { templates });
  expect(headers.get('pdfapi-warning')).toMatch(/^templates\.1: .*size: folio } is ignored/);
});

it('names files that did not load, scripts that failed and addresses that are blocked', async () => {
  const id = await server.template(pro.team, {
    'template.html':
      '<p>Terms<img src="images/logo.png"><img src="http://10.0.0.1/a.png"><script>pay()</script>',
  });
  const warning = await wrongOf(id, {});
  expect(warning).toContain('images/logo.png did not load: ');
  expect(warning).toContain('http://10.0.0.1/a.png was blocked: ');
  expect(warning).toContain('A script failed: ReferenceError: pay is not defined.');
});
