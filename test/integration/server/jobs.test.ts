/** Jobs over HTTP: requests that are answered later, and batches. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { jobLimits } from '../../../src/contract/limits.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { readZip } from '../../support/read-zip.ts';
import type { Answer, Caller } from '../../support/server/caller.ts';
import { manageCaller } from '../../support/server/manage-caller.ts';
import { type Member, startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0', workers: '2' } });
const slow =
  '<p>{{ name }}</p><script>window.pdfapiReady = new Promise((go) => setTimeout(go, 8000))</script>';
const asyncHeader = { prefer: 'respond-async' };

/** Waits for the end of a job. */
async function ended(caller: Caller, id: string) {
  for (;;) {
    const { json } = await caller.get(`jobs/${id}?wait=30`);
    if (json.data.finished_at !== null) return json.data;
  }
}

const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).pages.map((text) => text.trim());
const posts = async ({ team }: Member) =>
  (await server.store.ledger.entries(team.id)).filter(({ kind }) => kind === 'post').length;

function accepted(answer: Answer): string {
  expect([answer.status, answer.json.message]).toEqual([202, undefined]);
  const { id } = answer.json.data;
  expect(answer.headers.get('location')).toBe(`/api/v1/jobs/${id}`);
  return id;
}

it('answers a request with a job, whose result is the PDF, charged once', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>Hello {{ name }}</p>');
  const answer = await member.post(
    `templates/${id}/generate`,
    { data: { name: 'Ada' }, filename: 'ada.pdf' },
    { prefer: 'wait=10, Respond-Async; foo="a,b"' },
  );
  const job = accepted(answer);
  expect(answer.headers.get('preference-applied')).toBe('respond-async');
  expect(answer.json.data).toMatchObject({
    kind: 'request',
    state: 'queued',
    progress: { total: 1, done: 0, failed: 0 },
    result: null,
  });
  const end = await ended(member, job);
  expect(end).toMatchObject({ state: 'finished', progress: { total: 1, done: 1, failed: 0 }, error: null });
  const { pathname, search } = new URL(end.result.url);
  const download = await server.stranger().get(`${pathname}${search}`);
  expect(await textOf(download.bytes)).toEqual(['Hello Ada']);
  expect(end.result).toMatchObject({ filename: 'ada.pdf', size: download.bytes.length });
  const result = await member.get(`jobs/${job}/result`);
  expect(result.headers.get('content-disposition')).toBe('attachment; filename="ada.pdf"');
  expect(result.bytes.equals(download.bytes)).toBe(true);
  expect(await member.used()).toBe(1);
  expect(await posts(member)).toBe(1);
});

it('runs merges, HTML, and forms with files as jobs, of any size', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>{{ name }}</p>');
  const merge = await member.post(
    'templates/merge',
    {
      templates: [
        { id, data: { name: 'One' } },
        { id, data: { name: 'Two' } },
      ],
    },
    asyncHeader,
  );
  const large = 'x'.repeat(2_000_000);
  const html = await member.post('html-to-pdf', { html: `<p>Long</p><!-- ${large} -->` }, asyncHeader);
  const form = new FormData();
  form.append(
    'files',
    new Blob(['<link rel="stylesheet" href="a.css"><p>Form {{ name }}</p>']),
    'document.html',
  );
  form.append('files', new Blob(['p { text-transform: uppercase }']), 'a.css');
  form.append('data', '{ "name": "data" }');
  const sent = await member.send('html-to-pdf', { method: 'POST', body: form, headers: asyncHeader });
  const texts: unknown[] = [];
  for (const answer of [merge, html, sent]) {
    const job = accepted(answer);
    expect(await ended(member, job)).toMatchObject({ state: 'finished' });
    texts.push(await textOf((await member.get(`jobs/${job}/result`)).bytes));
  }
  expect(texts).toEqual([['One', 'Two'], ['Long'], ['FORM DATA']]);
  expect(await member.used()).toBe(4);
});

it('rejects at once what is wrong with the request, and fails later what is wrong with the document', async () => {
  const member = await server.team({ plan: 'discovery' });
  const id = await server.template(member.team, '<p>{{ name|nothing }}</p>');
  const draft = await server.template(member.team, '<p></p>', { publish: false });
  const status = async (path: string, body: unknown) => {
    const answer = await member.post(path, body, asyncHeader);
    return [answer.status, answer.json.code];
  };
  expect(await status(`templates/${id}/generate`, { data: [] })).toEqual([422, 'invalid_request']);
  expect(await status('html-to-pdf', { html: '' })).toEqual([422, 'invalid_request']);
  expect(await status('html-to-pdf', '')).toEqual([422, 'invalid_request']);
  expect(await status('templates/999/generate', {})).toEqual([404, 'template_not_found']);
  expect(await status(`templates/${draft}/generate`, {})).toEqual([422, 'not_published']);
  expect(await status('templates/merge', { templates: [{ id }] })).toEqual([403, 'plan_required']);
  expect(await status(`templates/${id}/generate`, { metadata: { title: 'x' } })).toEqual([
    403,
    'plan_required',
  ]);
  expect((await member.get('jobs')).json.data).toEqual([]);
  const job = accepted(await member.post(`templates/${id}/generate`, {}, asyncHeader));
  const end = await ended(member, job);
  expect(end).toMatchObject({
    state: 'failed',
    progress: { total: 1, done: 0, failed: 1 },
    result: null,
    error: { code: 'invalid_template', part: 'template', line: 1 },
  });
  const result = await member.get(`jobs/${job}/result`);
  expect([result.status, result.json.code]).toEqual([404, 'no_result']);
  expect(await member.used()).toBe(0);
});

it('returns the same job for the same key', async () => {
  const member = await server.team();
  const headers = { ...asyncHeader, 'idempotency-key': 'order 7' };
  const body = { html: '<p>Key</p>' };
  const first = await member.post('html-to-pdf', body, headers);
  const job = accepted(first);
  await ended(member, job);
  const second = await member.post('html-to-pdf', body, headers);
  expect(accepted(second)).toBe(job);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.headers.get('preference-applied')).toBe('respond-async');
  const other = await member.post('html-to-pdf', { html: '<p>Other</p>' }, headers);
  expect([other.status, other.json.code]).toEqual([422, 'key_reused']);
  expect(await member.used()).toBe(1);
});

it('shows a team its own jobs only', async () => {
  const [mine, other] = [await server.team(), await server.team()];
  const first = accepted(await mine.post('html-to-pdf', { html: '<p>1</p>' }, asyncHeader));
  await ended(mine, first);
  await delay(2);
  const second = accepted(await mine.post('html-to-pdf', { html: '<p>2</p>' }, asyncHeader));
  const list = await mine.get('jobs');
  expect(list.json.data.map(({ id }: { id: string }) => id)).toEqual([second, first]);
  expect(list.json.meta).toEqual({ current_page: 1, last_page: 1, per_page: jobLimits.perPage, total: 2 });
  expect((await other.get('jobs')).json.data).toEqual([]);
  for (const path of [first, `${first}/rows`, `${first}/result`, 'job_none', '..%2f', `${first}?wait=1`]) {
    const answer = await other.get(`jobs/${path}`);
    expect([answer.status, answer.json.code]).toEqual([404, 'job_not_found']);
  }
  expect((await other.send(`jobs/${first}`, { method: 'DELETE' })).status).toBe(404);
  expect((await mine.get(`jobs/${first}?wait=61`)).json.errors).toEqual({
    wait: ['The wait must be 0 to 60 seconds.'],
  });
  const put = await mine.send(`jobs/${first}`, { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE']);
  await ended(mine, second);
});

it('prints a batch, and reports each row that fails', async () => {
  const member = await server.team();
  const id = await server.template(member.team, {
    'template.html': '<p>{{ name }}</p>',
    'schema.json': '{ "type": "object", "properties": { "name": { "type": "string" } } }',
  });
  const rows = [{ name: 'Ada' }, { name: 7 }, { name: 'Grace / Ü' }, { name: 'Ada' }];
  const job = accepted(
    await member.post('batches', { template_id: id, rows, output: 'zip', filename: '{{ name }}.pdf' }),
  );
  const end = await ended(member, job);
  expect(end).toMatchObject({
    kind: 'batch',
    state: 'finished',
    template_id: id,
    progress: { total: 4, done: 3, failed: 1 },
    result: { filename: `${job}.zip`, url: `${server.server.url}/api/v1/jobs/${job}/result` },
  });
  const failed = (await member.get(`jobs/${job}/rows?state=failed`)).json.data;
  expect(failed).toMatchObject([
    {
      number: 2,
      state: 'failed',
      result: null,
      error: { code: 'invalid_data', errors: { 'data.name': expect.anything() } },
    },
  ]);
  const zip = await member.get(`jobs/${job}/result`);
  expect(zip.headers.get('content-type')).toBe('application/zip');
  const files = await readZip(zip.bytes);
  expect([...files.keys()]).toEqual(['Ada.pdf', 'Grace-Ü.pdf', 'Ada-2.pdf']);
  expect(await textOf(files.get('Grace-Ü.pdf') ?? Buffer.alloc(0))).toEqual(['Grace / Ü']);
  const [, grace] = (await member.get(`jobs/${job}/rows?state=finished`)).json.data;
  const download = await fetch(grace.result.url);
  expect([download.status, download.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="Grace-U.pdf"; filename*=UTF-8''Grace-%C3%9C.pdf`,
  ]);
  expect(await posts(member)).toBe(3);
  expect(await member.used()).toBe(3);
});

it('names a document after a row in any script, however long, at an address that works', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>{{ name }}</p>');
  const name = '龍'.repeat(75);
  const job = accepted(
    await member.post('batches', { template_id: id, rows: [{ name }], filename: '{{ name }}.pdf' }),
  );
  await ended(member, job);
  const [row] = (await member.get(`jobs/${job}/rows`)).json.data;
  expect(row.result.filename).toBe(`${name}.pdf`);
  expect((await fetch(row.result.url)).status).toBe(200);
});

it('keeps the warnings of each row', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>Dear {{ name }}</p>');
  const rows = [{ name: 'Ada' }, { title: 'Countess' }, { name: '\u{10fffd}' }];
  const job = accepted(await member.post('batches', { template_id: id, rows, output: 'merged' }));
  expect(await ended(member, job)).toMatchObject({ state: 'finished', progress: { done: 3, failed: 0 } });
  const all = (await member.get(`jobs/${job}/rows`)).json.data;
  expect(all.map(({ warnings }: { warnings: string[] }) => warnings)).toEqual([
    [],
    [
      "None of the template's variables is in the data: name.",
      'In the template, line 1: Variable "name" does not exist.',
    ],
    ['No font has these characters: U+10FFFD.'],
  ]);
  const warned = await member.get(`jobs/${job}/rows?warnings=1`);
  expect(warned.json.data.map(({ number }: { number: number }) => number)).toEqual([2, 3]);
  expect((await member.get(`jobs/${job}/rows?warnings=yes`)).status).toBe(422);

  const single = accepted(await member.post('html-to-pdf', { html: '<p>\u{10fffd}</p>' }, asyncHeader));
  await ended(member, single);
  const [row] = (await member.get(`jobs/${single}/rows`)).json.data;
  expect(row.warnings).toEqual(['No font has these characters: U+10FFFD.']);
});

it('merges the rows of a batch in their order, without another charge', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>{{ name }}</p>');
  const rows = ['One', 'Two', 'Three'].map((name) => ({ name }));
  const job = accepted(
    await member.post('batches', { template_id: id, rows, output: 'merged', filename: 'all.pdf' }),
  );
  expect(await ended(member, job)).toMatchObject({ state: 'finished', result: { filename: 'all.pdf' } });
  expect(await textOf((await member.get(`jobs/${job}/result`)).bytes)).toEqual(['One', 'Two', 'Three']);
  expect(await member.used()).toBe(3);
  const { json } = await member.post('batches', {
    template_id: id,
    rows,
    output: 'merged',
    filename: '{{ name }}.pdf',
  });
  expect(Object.keys(json.errors)).toEqual(['filename']);
});

it('reads rows of CSV and NDJSON, and fails those that cannot be read', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>{{ name }} {{ n }}</p>');
  const post = (type: string, query: string, body: string) =>
    member.send(`batches?${query}`, { method: 'POST', body, headers: { 'content-type': type } });
  const csv = accepted(
    await post('text/csv', `template_id=${id}&typed=1`, 'name;n\nAda;1\nGrace\n"a;b";3\n'),
  );
  const ndjson = accepted(
    await post(
      'application/x-ndjson',
      `template_id=${id}&output=merged&on_error=skip`,
      '{"name":"A","n":1234567890123456789}\n[]\n\n{"name":\n{"name":"B"}\n',
    ),
  );
  expect(await ended(member, csv)).toMatchObject({
    state: 'finished',
    progress: { total: 3, done: 2, failed: 1 },
  });
  const rows = (await member.get(`jobs/${csv}/rows`)).json.data;
  expect(rows.map(({ state }: { state: string }) => state)).toEqual(['finished', 'failed', 'finished']);
  expect(rows[1].error).toMatchObject({
    code: 'invalid_data',
    message: 'Line 3: The header names 2 columns, but this row has 1.',
  });
  expect(await ended(member, ndjson)).toMatchObject({
    state: 'finished',
    progress: { total: 4, done: 2, failed: 2 },
  });
  expect(await textOf((await member.get(`jobs/${ndjson}/result`)).bytes)).toEqual([
    'A 1234567890123456789',
    'B',
  ]);
  const none = await post('application/x-ndjson', `template_id=${id}`, '\n');
  expect([none.status, none.json.errors.body]).toEqual([422, ['The body must have at least one row.']]);
  const comma = accepted(
    await post('text/csv', `template_id=${id}&output=merged&typed=1&decimal=,`, 'name;n\nAda;1.234,50\n'),
  );
  await ended(member, comma);
  expect(await textOf((await member.get(`jobs/${comma}/result`)).bytes)).toEqual(['Ada 1234.5']);
  const semicolon = await post('text/csv', `template_id=${id}&decimal=;`, 'name\nAda\n');
  expect([semicolon.status, semicolon.json.errors]).toEqual([
    422,
    { decimal: ['The decimal must be . or , or a comma for some columns, such as ,:price,qty.'] },
  ]);
  const named = accepted(
    await post('text/csv', `template_id=${id}&output=merged&decimal=,:n`, 'name;n\n4.711;1.000\n'),
  );
  await ended(member, named);
  expect(await textOf((await member.get(`jobs/${named}/result`)).bytes)).toEqual(['4.711 1000']);
  const doubtful = await post('text/csv', `template_id=${id}&decimal=,`, 'name;n\nAda;1.000\n');
  expect([doubtful.status, doubtful.json.message]).toEqual([
    422,
    expect.stringMatching(/^Line 2 of the body: "1\.000" in column "n" stays as it is/),
  ]);
  const quote = await post('text/csv', `template_id=${id}`, 'name\n"never closed\n');
  expect([quote.status, quote.json.code]).toEqual([422, 'invalid_request']);
  const deep = await post('text/csv', `template_id=${id}`, `${'a.'.repeat(4_900)}b\n1\n`);
  expect([deep.status, deep.json.errors.body]).toEqual([
    422,
    [
      expect.stringMatching(
        /^Line 1 of the body: Column 1, "a\.a.*…", has 4901 parts: a name has at most 64\.$/,
      ),
    ],
  ]);
  const noTemplate = await post('text/csv', '', 'name\nA\n');
  expect(Object.keys(noTemplate.json.errors)).toEqual(['template_id']);
  const all = accepted(await post('application/x-ndjson', `template_id=${id}`, '1\n2\n'));
  expect(await ended(member, all)).toMatchObject({ state: 'failed', error: { code: 'rows_failed' } });
});

it('reads cells as the schema of the template wants them, in one body and in parts', async () => {
  const member = await server.team();
  const schema = {
    properties: {
      plz: { type: 'string' },
      betrag: { type: 'number' },
      items: { type: 'array', items: { properties: { betrag: { type: 'number' } } } },
    },
  };
  const id = await server.template(member.team, {
    'template.html': '<p>{{ plz }} {{ betrag + 1 }}{% for i in items %} {{ i.betrag + 1 }}{% endfor %}</p>',
    'schema.json': JSON.stringify(schema),
  });
  const headers = { 'content-type': 'text/csv' };
  const line = (row: number) => `${79_100 + row};12,50\n`;
  const long = Array.from({ length: 2_000 }, () => `1;${' '.repeat(20)}\n`).join('');
  const typed = `typed=1&decimal=,&output=merged`;
  const post = async (query: string, body: string) =>
    accepted(await member.send(`batches?template_id=${id}&${query}`, { method: 'POST', body, headers }));
  const jobs = [
    await post('decimal=,&output=merged', `plz;betrag\n${line(0)};\n`),
    await post(typed, `plz;betrag\n${line(0)}`),
    // Beyond this size, a thread reads it.
    await post(
      `${typed}&group_by=plz&items=items:betrag`,
      `plz;betrag\n${line(0)}${long.replaceAll(/1;/g, ';')}`,
    ),
  ];
  const expected = ['79100 13.5', '79100 13.5', '79100 1 13.5'];
  for (const [index, job] of jobs.entries()) {
    expect(await ended(member, job)).toMatchObject({ state: 'finished' });
    expect(await textOf((await member.get(`jobs/${job}/result`)).bytes)).toEqual([expected[index]]);
  }
  const { json } = await member.post('batches?open=1', { template_id: id, output: 'merged' });
  const open = json.data.id;
  const part = await member.send(`batches/${open}/rows?offset=0&${typed.split('&output')[0]}`, {
    method: 'POST',
    body: `plz;betrag\n${line(1)}`,
    headers,
  });
  expect(part.status).toBe(200);
  await member.post(`batches/${open}/start`, {});
  expect(await ended(member, open)).toMatchObject({ state: 'finished' });
  expect(await textOf((await member.get(`jobs/${open}/result`)).bytes)).toEqual(['79101 13.5']);
  const doubtful = await member.send(`batches?template_id=${id}`, {
    method: 'POST',
    body: 'plz;betrag\n1;1.000\n',
    headers,
  });
  expect([doubtful.status, doubtful.json.message]).toEqual([
    422,
    'Line 2 of the body: "1.000" in column "betrag" is read as 1, and may be 1000.',
  ]);
});

it('says of a workbook how it can be sent', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>{{ n }}</p>');
  const body = 'PK\x03\x04 and so on';
  for (const type of ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv']) {
    const { status, json } = await member.send(`batches?template_id=${id}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
    expect([status, json.hint]).toEqual([
      type === 'text/csv' ? 422 : 415,
      expect.stringContaining('Save the sheet as CSV: "CSV UTF-8" in spreadsheets.'),
    ]);
  }
});

it('makes one PDF for all rows of a group, and reads objects of several lines', async () => {
  const member = await server.team();
  const id = await server.template(
    member.team,
    '<p>{{ no }} {{ due }}:{% for i in items %} {{ i.name }} {{ i.n * 2 }}{% endfor %}</p>',
  );
  const post = (query: string, body: string | Buffer<ArrayBuffer>, type = 'text/csv') =>
    member.send(`batches?template_id=${id}&${query}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    });
  const lines = 'no;due;name;n\n1;May;Ink;1,5\n2;May;Pen;1\n1;May;Cap;2\n';
  const options = 'output=merged&decimal=,&group_by=no';
  const long = `no;due;name;n\n${Array.from({ length: 9_000 }, (_, i) => `${i % 2};May;Ink;1`).join('\n')}`;
  const jobs = [
    await post(`${options}&items=items:name,n`, lines),
    await post(options, lines),
    // Beyond this size, a thread reads it.
    await post(options, long),
    await post(options, Buffer.from(`\ufeff${lines}`, 'utf16le')),
    await post(
      'output=merged&group_by=no',
      '{\n"no":1,"name":"A","n":1}\n{"no":1,\n"name":"B","n":2}',
      'application/x-ndjson',
    ),
  ].map(accepted);
  const texts = [];
  for (const job of jobs) {
    expect(await ended(member, job)).toMatchObject({ state: 'finished' });
    texts.push(await textOf((await member.get(`jobs/${job}/result`)).bytes));
  }
  const [named, all, threaded, wide, objects] = texts;
  expect(named).toEqual(['1 May: Ink 3 Cap 4', '2 May: Pen 2']);
  expect([all, wide]).toEqual([named, named]);
  const pages = threaded?.filter((text) => /^[01] May:/.test(text)).map((text) => text.slice(0, 18));
  expect(pages).toEqual(['0 May: Ink 2 Ink 2', '1 May: Ink 2 Ink 2']);
  expect(objects).toEqual(['1 : A 2 B 4']);
  const refused = async (query: string, body: string | Buffer<ArrayBuffer> = lines) => {
    const { status, json } = await post(query, body);
    return { status, ...json };
  };
  expect(await refused('group_by=nr')).toMatchObject({
    status: 422,
    message: 'Line 2 of the body: This row has no column "nr". Did you mean "no"?',
    errors: { group_by: ['This row has no column "nr". Did you mean "no"?'] },
  });
  expect((await refused('group_by=nummer')).message).toMatch(/no column "nummer"\. Its columns are "no", "/);
  const { json: misspelt } = await member.post('batches?template=a&group-by=no', lines, {
    'content-type': 'text/csv',
  });
  expect(misspelt.errors).toEqual({
    template_id: ['The template_id field is required.'],
    template: ['The template field is unknown. Did you mean "template_id"?'],
    'group-by': ['The group-by field is unknown. Did you mean "group_by"?'],
  });
  expect((await refused('items=lines')).errors).toEqual({ items: ['The items parameter needs group_by.'] });
  expect((await refused('group_by=no,')).errors).toEqual({
    group_by: [expect.stringContaining('must be names of columns')],
  });
  expect((await refused('group_by=no&items=items:name')).errors).toEqual({
    items: [expect.stringMatching(/^"n" is not the same in all rows of one no: compare body:2 and body:4/)],
  });
  expect((await refused('group_by=no', `${lines}3;May\n`)).errors).toEqual({
    body: ['Line 5 of the body: The header names 4 columns, but this row has 2.'],
  });
  const padded = await refused('group_by=no', lines.replace('\n1;May;Cap', '\n1 ;May;Cap'));
  expect([padded.status, padded.message]).toEqual([
    422,
    expect.stringMatching(/^Line 4 of the body: "no" is "1" and "1 " in body:2 and body:4: white space/),
  ]);
  expect((await refused('', Buffer.from('name\nM\xfcller\n', 'latin1'))).errors).toEqual({
    body: ['Line 2 of the body: The text is not UTF-8: this line has invalid bytes.'],
  });
  const json = await member.post('batches?group_by=no', { template_id: id, rows: [{}] });
  expect([json.status, json.json.errors]).toEqual([
    422,
    { group_by: ['The group_by parameter is for rows of CSV and NDJSON.'] },
  ]);
  const open = accepted(await member.post('batches?open=1', { template_id: id }));
  const part = await member.send(`batches/${open}/rows?offset=0&group_by=no`, {
    method: 'POST',
    body: lines,
    headers: { 'content-type': 'text/csv' },
  });
  expect([part.status, Object.keys(part.json.errors)]).toEqual([422, ['group_by']]);
});

it('reads large bodies of rows in threads, digit by digit', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>{{ n }} {{ long|length }}</p>');
  const rows = ['1234567890123456789', '2', '3'].map((n) => `{"n":${n},"long":"${'x'.repeat(60_000)}"}`);
  const json = await member.post(
    'batches',
    `{"template_id":${id},"output":"merged","rows":[${rows.join(',')}]}`,
  );
  const ndjson = await member.send(`batches?template_id=${id}&output=merged`, {
    method: 'POST',
    body: rows.join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const csv = await member.send(`batches?template_id=${id}&output=merged`, {
    method: 'POST',
    body: `n,long\n${['1234567890123456789', '2', '3'].map((n) => `${n},${'x'.repeat(60_000)}`).join('\n')}`,
    headers: { 'content-type': 'text/csv' },
  });
  for (const answer of [json, ndjson, csv]) {
    const job = accepted(answer);
    expect(await ended(member, job)).toMatchObject({ state: 'finished' });
    expect(await textOf((await member.get(`jobs/${job}/result`)).bytes)).toEqual([
      '1234567890123456789 60000',
      '2 60000',
      '3 60000',
    ]);
  }
  const bad = await member.send(`batches?template_id=${id}`, {
    method: 'POST',
    body: `n\n${'1\n'.repeat(20_000)}"never closed`,
    headers: { 'content-type': 'text/csv' },
  });
  expect([bad.status, bad.json.message]).toEqual([
    422,
    'Line 20002 of the body: A quote that begins in this row is never closed.',
  ]);
});

it('takes the rows of an open batch in parts, each of them once', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>{{ name }}</p>');
  const open = await member.post('batches?open=1', { template_id: id, output: 'merged' });
  const job = accepted(open);
  expect(open.json.data.state).toBe('open');
  const add = (offset: number, body: string) =>
    member.send(`batches/${job}/rows?offset=${offset}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-ndjson' },
    });
  const empty = await member.post(`batches/${job}/start`);
  expect([empty.status, empty.json.errors]).toEqual([422, { rows: ['A job must have at least one row.'] }]);
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `{"name":"row ${from + index}"}\n`).join('');
  expect((await add(0, lines(1, 2))).json.data.progress.total).toBe(2);
  expect((await add(0, lines(1, 2))).json.data.progress.total).toBe(2);
  expect((await add(5, lines(6, 1))).status).toBe(422);
  expect((await add(2, lines(3, 1))).json.data.progress.total).toBe(3);
  accepted(await member.post(`batches/${job}/start`));
  expect((await add(3, lines(4, 1))).status).toBe(422);
  expect(await ended(member, job)).toMatchObject({ state: 'finished', progress: { done: 3 } });
  accepted(await member.post(`batches/${job}/start`));
  expect(await textOf((await member.get(`jobs/${job}/result`)).bytes)).toEqual(['row 1', 'row 2', 'row 3']);
  const json = await member.post(`batches/${job}/rows?offset=0`, { rows: [] });
  expect([json.status, json.json.code]).toEqual([415, 'unsupported_type']);
});

it('prints every row with the version that was published when the batch was created', async () => {
  const member = await server.team();
  const manage = await manageCaller(server, member.team);
  const pushed = await manage.push(
    'versions',
    { 'template.html': '<p>first {{ name }}</p>' },
    { publish: true },
  );
  const { id } = pushed.json.data;
  const job = accepted(await member.post('batches?open=1', { template_id: id, output: 'merged' }));
  await manage.push(
    'versions',
    { 'template.html': '<p>second {{ name }}</p>' },
    { publish: true, base: pushed.json.data.hash },
  );
  await member.send(`batches/${job}/rows?offset=0`, {
    method: 'POST',
    body: 'name\nAda\n',
    headers: { 'content-type': 'text/csv' },
  });
  accepted(await member.post(`batches/${job}/start`));
  await ended(member, job);
  expect(await textOf((await member.get(`jobs/${job}/result`)).bytes)).toEqual(['first Ada']);
  const now = await member.post(`templates/${id}/generate`, { output: 'binary' });
  expect(await textOf(now.bytes)).toEqual(['second']);
});

it('cancels a job: the running row ends and is not charged, and the rest never begins', async () => {
  const member = await server.team();
  const id = await server.template(member.team, slow);
  const rows = Array.from({ length: 5 }, (_, index) => ({ name: `row ${index}` }));
  const job = accepted(await member.post('batches', { template_id: id, rows }));
  await expect
    .poll(async () => (await member.get(`jobs/${job}/rows?state=running`)).json.data.length, {
      timeout: 20_000,
    })
    .toBe(1);
  const cancelled = await member.send(`jobs/${job}`, { method: 'DELETE' });
  expect(cancelled.json.data).toMatchObject({
    state: 'cancelled',
    progress: { total: 5, done: 0, failed: 0 },
  });
  const states = (await member.get(`jobs/${job}/rows`)).json.data.map(
    ({ state }: { state: string }) => state,
  );
  expect(states).toEqual(Array(5).fill('cancelled'));
  const kinds = async () => (await server.store.ledger.entries(member.team.id)).map(({ kind }) => kind);
  await expect.poll(kinds, { timeout: 20_000 }).toEqual(['hold', 'void']);
  const result = await member.get(`jobs/${job}/result`);
  expect([result.status, result.json.code]).toEqual([404, 'no_result']);
});

it('serves the single row of a team before the many rows of another', async () => {
  const [many, few] = [await server.team(), await server.team()];
  const id = await server.template(many.team, '<p>{{ name }}</p>');
  const rows = Array.from({ length: 60 }, (_, index) => ({ name: index }));
  const large = accepted(await many.post('batches', { template_id: id, rows }));
  const small = accepted(await few.post('html-to-pdf', { html: '<p>x</p>' }, asyncHeader));
  await ended(few, small);
  const { json } = await many.get(`jobs/${large}`);
  expect(json.data.state).toBe('running');
  expect(json.data.progress.done).toBeLessThan(30);
  expect(await ended(many, large)).toMatchObject({ state: 'finished', progress: { done: 60 } });
  expect(await posts(many)).toBe(60);
});

it('stops at the first row that the quota does not cover', async () => {
  const member = await server.team({ plan: 'discovery', quota: 2 });
  const id = await server.template(member.team, '<p>{{ name }}</p>');
  const rows = Array.from({ length: 6 }, (_, index) => ({ name: index }));
  const job = accepted(await member.post('batches', { template_id: id, rows }));
  const end = await ended(member, job);
  expect(end).toMatchObject({
    state: 'failed',
    progress: { total: 6, done: 2, failed: 4 },
    error: { code: 'quota_exhausted', purchase_url: expect.anything() },
  });
  const failed = (await member.get(`jobs/${job}/rows?state=failed`)).json.data;
  expect(
    failed.map(({ number, error }: { number: number; error: { code: string } }) => [number, error.code]),
  ).toEqual([3, 4, 5, 6].map((number) => [number, 'quota_exhausted']));
  expect((await member.get(`jobs/${job}/rows?state=finished`)).json.data).toHaveLength(2);
});

it('limits the unfinished jobs of a team', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>x</p>');
  for (let count = 0; count < jobLimits.open; count++)
    await member.post('batches?open=1', { template_id: id });
  const answer = await member.post('html-to-pdf', { html: '<p>x</p>' }, asyncHeader);
  expect([answer.status, answer.json.code, answer.headers.get('retry-after')]).toEqual([
    429,
    'too_many_jobs',
    '10',
  ]);
});

it('pages the rows of a job', async () => {
  const member = await server.team();
  const id = await server.template(member.team, '<p>x</p>');
  const body = 'null\n'.repeat(jobLimits.rowsPerPage + 1);
  const { json } = await member.send(`batches?template_id=${id}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const first = await member.get(`jobs/${json.data.id}/rows`);
  expect(first.json.data).toHaveLength(jobLimits.rowsPerPage);
  const { next_after: after } = first.json.meta;
  const second = await member.get(`jobs/${json.data.id}/rows?after=${after}`);
  expect([second.json.data.length, second.json.meta.next_after]).toEqual([1, null]);
});

it('has charged exactly what it finished', async () => {
  expect(await server.store.ledger.verify()).toEqual([]);
  expect(await server.store.jobs.claims.hasWork()).toBe(false);
});
