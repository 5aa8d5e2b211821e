/** A template is given by its name wherever it is given by its id: in paths, merges, batches, jobs and management. */
import { expect, it } from 'vitest';
import { createClient } from '../../../src/index.ts';
import { readPdf } from '../../support/read-pdf.ts';
import type { Caller } from '../../support/server/caller.ts';
import { manageCaller } from '../../support/server/manage-caller.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
const named = async (name: string) =>
  await server.template(member.team, `<p>${name}: {{ n }}</p>`, { name, publish: true });
const invoice = await named('invoice');
const year = await named('2024');

const textOf = async (pdf: string | Uint8Array) =>
  (await readPdf(typeof pdf === 'string' ? Buffer.from(pdf, 'base64') : pdf)).pages;
const generate = (name: string, n: number | string = 1) =>
  member.post(`templates/${name}/generate`, { data: { n } });
async function ended(caller: Caller, id: string) {
  for (;;) {
    const { json } = await caller.get(`jobs/${id}?wait=30`);
    if (json.data.finished_at !== null) return json.data;
  }
}

it('reads and fills the template of the name in the path', async () => {
  expect((await member.get('templates/invoice')).json.data).toMatchObject({ id: invoice, name: 'invoice' });
  const { status, json } = await generate('invoice');
  expect([status, await textOf(json.pdf)]).toEqual([200, ['invoice: 1']]);
});

it.each(['Größe & Co', 'a/b c', 'merge', '100 %', 'ü'.repeat(200), '1.5', '日本'])(
  'takes the name %s, percent-encoded in a path',
  async (name) => {
    const id = await server.template(member.team, '<p>n: {{ n }}</p>', { name });
    const paths = [`name:${name}`, ...(name === 'merge' ? [] : [name])];
    for (const path of paths) {
      const { status, json } = await member.get(`templates/${encodeURIComponent(path)}`);
      expect([status, json.data?.id], path).toEqual([200, id]);
      const { json: made } = await member.post('templates/merge', {
        templates: [{ id: path, data: { n: 7 } }],
      });
      expect((await textOf(made.pdf)).join()).toBe('n: 7');
    }
  },
);

it('reads digits as an id, and as a name after name:', async () => {
  expect(await textOf((await generate('name:2024')).json.pdf)).toEqual(['2024: 1']);
  const { json } = await member.post('templates/merge', {
    templates: [
      { id: String(invoice), data: { n: 2 } },
      { id: 'name:2024', data: { n: 3 } },
    ],
  });
  expect(await textOf(json.pdf)).toEqual(['invoice: 2', '2024: 3']);
  expect((await member.get(`templates/${year}`)).json.data.name).toBe('2024');
});

it('tells who gives digits that are the name of a template how to write it', async () => {
  const hint = 'Digits are an id. The template of this name is name:2024.';
  const answers = [
    await generate('2024'),
    await member.post('batches', { template_id: 2024, rows: [{ n: 1 }] }),
    await member.post('batches?template_id=2024', 'n\n2\n', { 'content-type': 'text/csv' }),
    await member.post('templates/merge', { templates: [{ id: '2024' }] }),
  ];
  for (const { status, json } of answers) {
    expect([status, json.hint]).toEqual([404, hint]);
    expect(json.message).toContain('Template 2024 not found.');
  }
  expect((await member.get('templates/2023')).json).not.toHaveProperty('hint');
});

it('takes and stores names as NFC, however a client writes them', async () => {
  const manage = await manageCaller(server, member.team);
  const [name, decomposed] = ['Größe Ä', 'Größe Ä'.normalize('NFD')];
  expect(decomposed).not.toBe(name);
  const { json } = await manage.push(decomposed, { 'template.html': '<p>N: {{ n }}</p>' }, { publish: true });
  expect(json.data.name).toBe(name);
  for (const given of [name, decomposed, `name:${decomposed}`]) {
    expect((await member.get(`templates/${encodeURIComponent(given)}`)).json.data).toMatchObject({ name });
    const { status } = await member.post('templates/merge', { templates: [{ id: given, data: { n: 1 } }] });
    expect(status).toBe(200);
  }
  expect((await manage.push(name, { 'template.html': '2' })).json.data).toMatchObject({ version: 2 });
});

it.each([' front', 'back ', '.', '..', 'name:x'])('refuses the new name %j', async (name) => {
  const manage = await manageCaller(server, member.team);
  const id = await server.template(member.team, 'a', { name: `plain ${name.trim().length} ${name.length}` });
  for (const { status, json } of [
    await manage.patch(`templates/${id}`, { name }),
    await manage.push(name, { 'template.html': 'a' }),
  ]) {
    expect([status, json.errors.name]).toEqual([422, [expect.stringMatching(/^The name must not /)]]);
  }
});

it('answers 404 for an unknown name, with the nearest one of the team alone', async () => {
  const stranger = await server.team();
  await server.template(stranger.team, 'a', { name: 'salary' });
  const { status, json } = await generate('invoce');
  expect(status).toBe(404);
  expect(json).toEqual({
    message: 'Template invoce not found.',
    code: 'template_not_found',
    hint: 'Did you mean "invoice"?',
  });
  for (const name of ['Invoice', 'salary', 'salery', 'nothing', 'constructor', "' OR 1=1 --"]) {
    const answer = await generate(encodeURIComponent(name));
    expect([answer.status, answer.json.message]).toEqual([404, `Template ${name} not found.`]);
    expect(answer.json.hint).toBe(name === 'Invoice' ? 'Did you mean "invoice"?' : undefined);
  }
});

it('keeps equal names of two teams apart, and finds no deleted template', async () => {
  const other = await server.team();
  await server.template(other.team, '<p>theirs</p>', { name: 'invoice' });
  expect(await textOf((await other.post('templates/invoice/generate', {})).json.pdf)).toEqual(['theirs']);
  expect(await textOf((await generate('invoice')).json.pdf)).toEqual(['invoice: 1']);
  const gone = await named('gone');
  await server.store.templates.delete({ teamId: member.team.id, id: gone });
  expect((await generate('gone')).status).toBe(404);
});

it('names both forms to a caller who sends neither, and charges nothing', async () => {
  const before = await member.used();
  for (const id of [0, -1, 1.5, null, true, {}, [], '', ' ', 'name:', 'a\nb', 'x'.repeat(201)]) {
    const { status, json } = await member.post('templates/merge', { templates: [{ id }] });
    const message = 'The templates.0.id must be a template id (integer) or name (string).';
    expect([status, json.errors], JSON.stringify(id)).toEqual([422, { 'templates.0.id': [message] }]);
  }
  const missing = await member.post('templates/merge', { templates: [{ id: 'invoice' }, { id: 'invoce' }] });
  expect([missing.status, missing.json.message]).toEqual([
    404,
    'Template invoce not found. (templates.1.id)',
  ]);
  expect(missing.json.hint).toBe('Did you mean "invoice"?');
  expect(await member.used()).toBe(before);
});

it('makes batches of a name, in JSON and in the query of rows', async () => {
  const sent = await member.post('batches', { template_id: 'invoice', rows: [{ n: 1 }], output: 'merged' });
  const csv = await member.post('batches?template_id=name:2024&output=merged', 'n\n2\n', {
    'content-type': 'text/csv',
  });
  for (const [answer, id, text] of [
    [sent, invoice, 'invoice: 1'],
    [csv, year, '2024: 2'],
  ] as const) {
    expect([answer.status, answer.json.data?.template_id], answer.json.message).toEqual([202, id]);
    const job = await ended(member, answer.json.data.id);
    const { pathname, search } = new URL(job.result.url);
    expect(await textOf((await server.stranger().get(`${pathname}${search}`)).bytes)).toEqual([text]);
  }
  const wrong = await member.post('batches', { template_id: {}, rows: [{}] });
  expect(wrong.json.message).toBe('The template_id must be a template id (integer) or name (string).');
  expect(
    (await member.post('batches?template_id=none', 'n\n2\n', { 'content-type': 'text/csv' })).status,
  ).toBe(404);
});

it('prints the templates that a job was accepted for, whoever has their names by then', async () => {
  const team = await server.team();
  const id = await server.template(team.team, '<p>old {{ n }}</p>', { name: 'letter' });
  const slow = await server.template(team.team, {
    'template.html':
      '<p>s</p><script>window.pdfapiReady = new Promise((go) => setTimeout(go, 3000))</script>',
  });
  const prefer = { prefer: 'respond-async' };
  const items = [{ id: slow }, { id: 'letter', data: { n: '12345678901234567890', z: 1, 2: 'x' } }];
  const jobs = [
    await team.post('templates/merge', { templates: items, filename: 'a.pdf' }, prefer),
    await team.post('templates/letter/generate', { data: { n: 2 } }, prefer),
  ];
  await server.store.templates.rename({ teamId: team.team.id, id }, 'former');
  await server.template(team.team, '<p>new</p>', { name: 'letter' });
  const results: (readonly string[])[] = [];
  for (const { json } of jobs) {
    const { result } = await ended(team, json.data.id);
    const { pathname, search } = new URL(result.url);
    results.push(await textOf((await server.stranger().get(`${pathname}${search}`)).bytes));
  }
  expect(results).toEqual([['s', 'old 12345678901234567890'], ['old 2']]);
  const unknown = await team.post('templates/merge', { templates: [{ id: 'nobody' }] }, prefer);
  expect([unknown.status, unknown.json.message]).toEqual([
    404,
    'Template nobody not found. (templates.0.id)',
  ]);
});

it('manages templates by name', async () => {
  const manage = await manageCaller(server, member.team);
  const name = 'Brief für Ada';
  await manage.push(name, { 'template.html': '<p>1</p>' });
  const path = `templates/${encodeURIComponent(name)}`;
  expect((await manage.get(path)).json.data).toMatchObject({ name, latest_version: 1 });
  expect((await manage.put(`${path}/published`, {})).json.data.published).toBe(true);
  expect((await manage.get(`${path}/versions/1/files`)).json.data.files).toHaveLength(1);
  expect((await manage.patch(path, { name: '2025' })).json.data.previous_name).toBe(name);
  expect((await manage.get(path)).status).toBe(404);
  expect((await manage.delete('templates/name:2025')).json.data).toMatchObject({
    name: '2025',
    deleted: true,
  });
});

it('takes names in the client for programs', async () => {
  const client = createClient({ url: server.url, token: member.token });
  const other = 'Übersicht 1/2';
  await named(other);
  try {
    expect((await client.template(other)).name).toBe(other);
    expect(await textOf((await client.generate(other, { data: { n: 4 } })).pdf)).toEqual([`${other}: 4`]);
    const merged = await client.merge({ templates: [{ id: 'name:2024' }, { id: other }] });
    expect(await textOf(merged.pdf)).toHaveLength(2);
    const { id } = await client.jobs.start({ template: other });
    expect((await client.jobs.wait(id)).state).toBe('finished');
    await expect(client.generate('nobody')).rejects.toMatchObject({ code: 'template_not_found' });
  } finally {
    await client.close();
  }
});
