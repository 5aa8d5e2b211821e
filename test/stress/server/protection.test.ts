/** Protected PDFs over HTTP: on every route that renders, in jobs and batches, and free of charge where they cannot be. */
import { expect, it } from 'vitest';
import { createFileProtection, protectPdf } from '../../../src/pdf/index.ts';
import { minimumInvoice } from '../../support/e-invoice/minimum-invoice.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { readZip } from '../../support/read-zip.ts';
import type { Answer } from '../../support/server/caller.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0', workers: '2' } });
const member = await server.team();
const page = '<!doctype html><html lang="en"><title>Offer</title><h1>Hello {{ name }}</h1>';
const plain = await server.template(member.team, page);
const labelled = await server.template(member.team, {
  'template.html': page,
  'template.json': '{ "pdfa": "2b" }',
});
const invoice = await server.template(member.team, {
  'template.html': page,
  'invoice.xml': minimumInvoice({ number: '{{ number }}', buyer: '{{ name }}' }),
});
const locked = protectPdf(
  fixture('plain'),
  createFileProtection({ userPassword: 'base word', ownerPassword: 'base owner' }),
);
const { id: based } = await server.store.templates.push({
  teamId: member.team.id,
  name: 'on a locked base',
  type: 'html',
  hasBasePdf: true,
  files: new Map([
    ['template.html', Buffer.from(page)],
    ['base.pdf', Buffer.from(locked)],
  ]),
  publish: true,
});

const user = 'Üser wörd';
const protection = { user_password: user, owner_password: 'owner word', permissions: ['print'] };
const config = { protection };
const data = { name: 'Ada' };
const asyncHeader = { prefer: 'respond-async' };

const pdfOf = ({ status, json }: Answer) => {
  expect([status, json.message]).toEqual([200, undefined]);
  return Buffer.from(json.pdf, 'base64');
};

/** The text of a PDF that opens with the user password only. */
async function openedText(pdf: Uint8Array): Promise<string[]> {
  await expect(viewed(pdf)).rejects.toMatchObject({ name: 'PasswordException' });
  expect((await viewed(pdf, 'owner word')).text.length).toBeGreaterThan(0);
  return (await viewed(pdf, user)).text.map((text) => text.trim());
}

async function ended(answer: Answer) {
  expect([answer.status, answer.json.message]).toEqual([202, undefined]);
  for (;;) {
    const { json } = await member.get(`jobs/${answer.json.data.id}?wait=30`);
    if (json.data.finished_at !== null) return json.data;
  }
}
const result = async ({ id }: { id: string }) => (await member.get(`jobs/${id}/result`)).bytes;

it('every route that renders protects its PDF', async () => {
  const html = pdfOf(await member.post('html-to-pdf', { html: page, data, config }));
  expect(await openedText(html)).toEqual(['Hello Ada']);
  const generated = pdfOf(await member.post(`templates/${plain}/generate`, { data, config }));
  expect(await openedText(generated)).toEqual(['Hello Ada']);
  const templates = [
    { id: plain, data },
    { id: plain, data: { name: 'Bo' } },
  ];
  const merged = pdfOf(await member.post('templates/merge', { templates, config }));
  expect(await openedText(merged)).toEqual(['Hello Ada', 'Hello Bo']);
});

it('a PDF that is large enough for a thread is protected too', async () => {
  const random = Array.from({ length: 80_000 }, (_, i) => ((i * 7919) % 104_729).toString(36)).join(' ');
  const pdf = pdfOf(await member.post('html-to-pdf', { html: `<p>${random}`, config }));
  expect(pdf.length).toBeGreaterThan(300_000);
  expect((await openedText(pdf)).length).toBeGreaterThan(20);
});

it('a key replays the protected PDF', async () => {
  const headers = { 'idempotency-key': 'protected-1' };
  const first = pdfOf(await member.post('html-to-pdf', { html: page, data, config }, headers));
  const second = await member.post('html-to-pdf', { html: page, data, config }, headers);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(pdfOf(second).equals(first)).toBe(true);
});

it.each<[string, () => Promise<Answer>, string, RegExp]>([
  [
    'PDF/A',
    () => member.post('html-to-pdf', { html: page, config: { ...config, pdfa: '3b' } }),
    'config.protection',
    /PDF\/A-3b cannot be protected/,
  ],
  [
    'PDF/A of the template',
    () => member.post(`templates/${labelled}/generate`, { config }),
    'config.protection',
    /PDF\/A-2b cannot be protected/,
  ],
  [
    'an e-invoice',
    () => member.post('html-to-pdf', { html: page, config: { ...config, e_invoice: minimumInvoice() } }),
    'config.protection',
    /An e-invoice is PDF\/A-3/,
  ],
  [
    'an e-invoice of the template',
    () => member.post(`templates/${invoice}/generate`, { data: { ...data, number: '1' }, config }),
    'config.protection',
    /An e-invoice is PDF\/A-3/,
  ],
  [
    'PDF/A of a merge',
    () => member.post('templates/merge', { templates: [{ id: plain }], config: { ...config, pdfa: '2b' } }),
    'config.protection',
    /PDF\/A-2b cannot be protected/,
  ],
  [
    'PDF/A of a batch',
    () => member.post('batches', { template_id: plain, rows: [{}], config: { ...config, pdfa: '2b' } }),
    'config.protection',
    /PDF\/A-2b cannot be protected/,
  ],
  [
    'no password',
    () => member.post('html-to-pdf', { html: page, config: { protection: { permissions: ['print'] } } }),
    'config.protection',
    /needs a user password/,
  ],
  [
    'the same password twice',
    () =>
      member.post('html-to-pdf', {
        html: page,
        config: { protection: { user_password: 'same', owner_password: 'same' } },
      }),
    'config.protection.owner_password',
    /must differ/,
  ],
  [
    'a password that is too long',
    () =>
      member.post('html-to-pdf', { html: page, config: { protection: { user_password: 'é'.repeat(64) } } }),
    'config.protection.user_password',
    /127 bytes/,
  ],
  [
    'an unknown permission',
    () =>
      member.post('html-to-pdf', {
        html: page,
        config: { protection: { user_password: user, permissions: ['edit'] } },
      }),
    'config.protection.permissions.0',
    /must be one of: print/,
  ],
  [
    'the password of a base for a job',
    () => member.post(`templates/${based}/generate`, { config: { base_password: 'base word' } }, asyncHeader),
    'config.base_password',
    /passwords are never stored/,
  ],
])('%s with protection is an error that is not charged', async (_, ask, field, message) => {
  const before = await member.used();
  const { status, json } = await ask();
  expect(status).toBe(422);
  expect(json.errors).toMatchObject({ [field]: [expect.stringMatching(message)] });
  expect(JSON.stringify(json)).not.toContain(user);
  expect(await member.used()).toBe(before);
});

it('PDF/UA may be protected: screen readers are always permitted', async () => {
  const pdf = pdfOf(
    await member.post('html-to-pdf', { html: page, data, config: { ...config, pdfua: true } }),
  );
  expect(await openedText(pdf)).toEqual(['Hello Ada']);
});

it('an encrypted base.pdf opens with its password only', async () => {
  const path = `templates/${based}/generate`;
  const withBase = pdfOf(await member.post(path, { data, config: { base_password: 'base word' } }));
  expect((await viewed(withBase)).text[0]).toContain('Hello Ada');
  expect((await viewed(withBase)).text[0]?.length).toBeGreaterThan(12);
  for (const wrong of [{}, { config: { base_password: 'other word' } }]) {
    const { status, json } = await member.post(path, { data, ...wrong });
    expect([status, json.code]).toEqual([422, 'invalid_template']);
    expect(json.message).toMatch(/password/);
    expect(JSON.stringify(json)).not.toContain('other word');
  }
});

it('a request becomes a job without its passwords, and its PDF has them', async () => {
  const exact = '{"name":"Ada","z":1,"10":12345678901234567890,"a":{"b":[1.50]}}';
  const html = '<p>{{ name }} {{ _context|keys|join(",") }}';
  const body = `{"html":${JSON.stringify(html)},"data":${exact},"config":${JSON.stringify(config)}}`;
  const sync = pdfOf(await member.post('html-to-pdf', body));
  const job = await ended(await member.post('html-to-pdf', body, asyncHeader));
  expect(await openedText(await result(job))).toEqual(await openedText(sync));
  const templates = [{ id: plain, data, pages: '1' }, { id: plain }];
  const merged = await ended(await member.post('templates/merge', { templates, config }, asyncHeader));
  expect(await openedText(await result(merged))).toEqual(['Hello Ada', 'Hello']);
});

it('a form with files cannot be a job with passwords', async () => {
  const form = new FormData();
  form.append('files', new Blob(['<img src="a.svg">']), 'document.html');
  form.append('config', JSON.stringify(config));
  const { status, json } = await member.send('html-to-pdf', {
    method: 'POST',
    body: form,
    headers: asyncHeader,
  });
  expect([status, json.errors]).toEqual([
    422,
    { 'config.protection': [expect.stringMatching(/passwords are never stored/)] },
  ]);
});

it('each PDF of a batch is protected, and so is the merged one', async () => {
  const rows = [data, { name: 'Bo' }];
  const batch = { template_id: plain, rows, config };
  const zipped = await ended(await member.post('batches', { ...batch, output: 'zip' }));
  const files = [...(await readZip(await result(zipped))).values()];
  expect(files.length).toBe(2);
  for (const file of files) expect((await openedText(file))[0]).toMatch(/^Hello (?:Ada|Bo)$/);
  const merged = await ended(await member.post('batches', { ...batch, output: 'merged' }));
  expect(merged.error).toBeNull();
  expect(await openedText(await result(merged))).toEqual(['Hello Ada', 'Hello Bo']);
});
