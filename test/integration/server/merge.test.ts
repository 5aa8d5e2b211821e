/** `POST /templates/merge`: documents in order, each with its own data, all or nothing, one credit for each. */
import { expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
const letter = await server.template(member.team, {
  'template.html': '<p>Letter to {{ name }}</p>',
  'template.json': '{ "metadata": { "title": "Letter {{ name }}", "author": "A" } }',
});
const wide = await server.template(member.team, {
  'template.html': '<p>Table {{ name }}</p><p style="break-before: page">second</p>',
  'template.json':
    '{ "format": "A5", "orientation": "landscape", "metadata": { "title": "Table", "author": "B" } }',
});
const merge = async (templates: readonly object[], more: object = {}) => {
  const { status, json } = await member.post('templates/merge', { templates, ...more });
  expect([status, json.message]).toEqual([200, undefined]);
  return { json, pdf: await readPdf(Buffer.from(json.pdf, 'base64')) };
};

it('merges the documents in the given order, each with its own data and page size', async () => {
  const before = await member.used();
  const { json, pdf } = await merge([
    { id: letter, data: { name: 'Ada' } },
    { id: wide, data: { name: 'B' } },
    { id: letter, data: { name: 'Cyd' } },
  ]);
  expect(pdf.pages).toEqual(['Letter to Ada', 'Table B', 'second', 'Letter to Cyd']);
  expect(pdf.sizes[1]).toEqual({ width: 210, height: 148 });
  expect(json.usage.current).toBe(before + 3);
  expect(await member.used()).toBe(before + 3);
});

it('keeps the properties of its first document if none are given', async () => {
  const { pdf } = await merge([{ id: letter, data: { name: 'Ada' } }, { id: wide }]);
  expect(pdf.info).toMatchObject({ Title: 'Letter Ada', Author: 'A' });
});

it('fills properties of the merged file from the first document’s data', async () => {
  const { pdf } = await merge(
    [
      { id: wide, data: { name: 'first' } },
      { id: letter, data: { name: 'second' } },
    ],
    { metadata: { title: 'All of {{ name }}' } },
  );
  expect(pdf.info).toMatchObject({ Title: 'All of first', Author: 'B' });
});

it('accepts one document, and fifty', async () => {
  const before = await member.used();
  expect((await merge([{ id: letter }])).pdf.pages).toHaveLength(1);
  const fifty = Array.from({ length: 50 }, (_, index) => ({ id: letter, data: { name: `no ${index}` } }));
  const { pdf } = await merge(fifty);
  expect(pdf.pages).toEqual(fifty.map(({ data }) => `Letter to ${data.name}`));
  expect(await member.used()).toBe(before + 51);
});

it('names an item that fails, and charges nothing', async () => {
  const before = await member.used();
  const foreign = await server.template((await server.team()).team, 'a');
  const draft = await server.template(member.team, 'a', { publish: false });
  const broken = await server.template(member.team, { 'template.html': 'a', 'template.json': '{' });
  const strict = await server.template(member.team, {
    'template.html': 'a',
    'schema.json': '{ "required": ["total"] }',
  });
  const runtime = await server.template(member.team, '{{ 1 // 0 }}');
  const leaving = await server.template(
    member.team,
    '<script>location.href = "https://example.com/"</script>',
  );
  const cases = [
    [999_999, 404, 'Template 999999 not found. (templates.1.id)'],
    [foreign, 403, `Template ${foreign} belongs to another account. (templates.1.id)`],
    [draft, 422, `Template ${draft} has no published version. (templates.1.id)`],
    [broken, 422, expect.stringContaining('(templates.1.id)')],
    [strict, 422, expect.stringContaining('templates.1.data.total')],
    [runtime, 422, expect.stringContaining('(templates.1.id)')],
    [leaving, 422, expect.stringContaining('(templates.1.id)')],
  ] as const;
  for (const [id, expected, message] of cases) {
    const templates = [{ id: letter }, { id }, { id: wide }];
    const { status, json } = await member.post('templates/merge', { templates });
    expect([status, json.message], String(id)).toEqual([expected, message]);
  }
  expect(await member.used()).toBe(before);
  expect(await server.store.ledger.verify()).toEqual([]);
});

it('ends when the first document fails, without waiting for the others', async () => {
  const slow = await startTestServer({ flags: { rateLimit: '0', timeout: '10m' } });
  const other = await slow.team();
  const endless = await slow.template(other.team, { 'template.html': '<script>for (;;);</script>' });
  const leaving = await slow.template(other.team, {
    'template.html': '<script>location.href = "https://example.com/"</script>',
  });
  const { status, json } = await other.post('templates/merge', {
    templates: [{ id: endless }, { id: leaving }],
  });
  expect([status, Object.keys(json.errors)]).toEqual([422, ['templates.1.id']]);
  expect(await other.used()).toBe(0);
});

it('requires credits for all of its documents', async () => {
  const poor = await server.team({ quota: 2 });
  // The hold uses up the quota and the welcome pack, so that one credit remains.
  await server.store.ledger.addCredits(poor.team.id, 1);
  const held = await server.store.ledger.hold({ teamId: poor.team.id, amount: 1002, at: new Date() });
  if (held.kind !== 'held') throw new Error();
  await server.store.ledger.settle(held.hold, { at: new Date() });
  const id = await server.template(poor.team, 'a');
  const used = await poor.used();
  const two = await poor.post('templates/merge', { templates: [{ id }, { id }] });
  expect([two.status, await poor.used()]).toEqual([402, used]);
  const one = await poor.post('templates/merge', { templates: [{ id }] });
  expect([one.status, await poor.used()]).toEqual([200, used + 1]);
});

it('supports the output forms of generate', async () => {
  const templates = [{ id: letter }, { id: wide }];
  const binary = await member.post('templates/merge', { templates, output: 'binary', filename: 'all.pdf' });
  expect(binary.headers.get('content-disposition')).toBe('attachment; filename="all.pdf"');
  expect((await readPdf(binary.bytes)).pages).toHaveLength(3);
  const url = await member.post('templates/merge', { templates, output: 'url' });
  expect(url.json.url).toContain('/documents/');
});
