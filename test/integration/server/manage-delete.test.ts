/** Renaming and deleting templates over HTTP, and the effect on the API. */
import { expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { manageCaller } from '../../support/server/manage-caller.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });

async function newTeam() {
  const member = await server.team();
  return { ...member, manager: await manageCaller(server, member.team) };
}

const html = (text: string) => ({ 'template.html': `<p>${text}</p>` });

it('a renamed template keeps its identity', async () => {
  const { manager, get, post } = await newTeam();
  const { id } = (await manager.push('invoice', html('hello'), { publish: true })).json.data;
  const { status, json } = await manager.patch(`templates/${id}`, { name: 'bill' });
  expect([status, json.data]).toEqual([
    200,
    { id, name: 'bill', previous_name: 'invoice', unchanged: false, dry_run: false },
  ]);
  expect((await get(`templates/${id}`)).json.data.name).toBe('bill');
  expect((await get('templates')).json.data).toMatchObject([{ id, name: 'bill' }]);
  const { bytes } = await post(`templates/${id}/generate`, { output: 'binary' });
  expect((await readPdf(bytes)).pages[0]).toContain('hello');
  expect((await manager.patch(`templates/${id}`, { name: 'bill' })).json.data.unchanged).toBe(true);
  // A push to the former name creates a separate template.
  const other = (await manager.push('invoice', html('other'))).json.data;
  expect(other).toMatchObject({ version: 1 });
  expect(other.id).not.toBe(id);
});

it('a taken name is rejected with the id of its template', async () => {
  const { manager } = await newTeam();
  const first = (await manager.push('invoice', html('a'))).json.data;
  const second = (await manager.push('letter', html('b'))).json.data;
  const { status, json } = await manager.patch(`templates/${second.id}`, { name: 'invoice' });
  expect([status, json]).toEqual([
    409,
    expect.objectContaining({
      message: `There is a template "invoice" already (id ${first.id}).`,
      template_id: first.id,
    }),
  ]);
  expect((await manager.get(`templates/${second.id}`)).json.data.name).toBe('letter');
});

it('a deleted template immediately returns 404 everywhere, even if it was just rendered', async () => {
  const { manager, get, post, used } = await newTeam();
  const { id } = (await manager.push('invoice', html('old'), { publish: true })).json.data;
  const keep = (await manager.push('letter', html('kept'), { publish: true })).json.data;
  const link = await post(`templates/${id}/generate`, { output: 'url' });
  expect(link.status).toBe(200);
  const { status, json } = await manager.delete(`templates/${id}`);
  expect([status, json.data]).toEqual([200, { id, name: 'invoice', deleted: true, dry_run: false }]);

  for (const path of ['', '/versions/1', '/versions/1/files']) {
    expect((await manager.get(`templates/${id}${path}`)).status).toBe(404);
  }
  for (const answer of [
    await manager.delete(`templates/${id}`),
    await manager.patch(`templates/${id}`, { name: 'x' }),
    await manager.put(`templates/${id}/published`, {}),
    await get(`templates/${id}`),
    await post(`templates/${id}/generate`, {}),
  ]) {
    expect([answer.status, answer.json.message]).toEqual([404, `Template ${id} not found.`]);
  }
  const merge = await post('templates/merge', { templates: [{ id: keep.id }, { id }] });
  expect(merge.json.message).toContain(`Template ${id} not found.`);
  expect((await get('templates')).json).toMatchObject({ data: [{ id: keep.id }], meta: { total: 1 } });
  expect((await manager.get('templates')).json.data).toMatchObject([{ id: keep.id }]);

  // The charge and the stored document remain.
  expect(await used()).toBe(1);
  const document = await fetch(link.json.url);
  const pages = (await readPdf(new Uint8Array(await document.arrayBuffer()))).pages;
  expect([document.status, pages[0]]).toEqual([200, expect.stringContaining('old')]);

  const next = (await manager.push('invoice', html('new'), { base: null, publish: true })).json.data;
  expect(next).toMatchObject({ version: 1, unchanged: false });
  expect(next.id).toBeGreaterThan(keep.id);
});

it('a repeated request still gets the first response after the template was deleted', async () => {
  const { manager, post, used } = await newTeam();
  const { id } = (await manager.push('invoice', html('old'), { publish: true })).json.data;
  const generate = (key: string) =>
    post(`templates/${id}/generate`, { output: 'url' }, { 'idempotency-key': key });
  const first = await generate('before');
  expect(first.status).toBe(200);
  expect((await manager.delete(`templates/${id}`)).status).toBe(200);
  const again = await generate('before');
  expect([again.status, again.json]).toEqual([200, first.json]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const other = await generate('after');
  expect([other.status, other.json.message]).toEqual([404, `Template ${id} not found.`]);
  expect(await used()).toBe(1);
});

it('a rename or deletion based on an earlier version conflicts, and dry_run changes nothing', async () => {
  const { manager } = await newTeam();
  const { id, hash } = (await manager.push('t', html('one'))).json.data;
  const latest = (await manager.push('t', html('two'))).json.data;
  for (const answer of [
    await manager.patch(`templates/${id}`, { name: 'u', base: hash }),
    await manager.delete(`templates/${id}?base=${hash}`),
  ]) {
    expect([answer.status, answer.json]).toEqual([
      409,
      expect.objectContaining({ template_id: id, latest_version: 2, latest_hash: latest.hash }),
    ]);
  }
  const dry = await manager.delete(`templates/${id}?dry_run=true&base=${latest.hash}`);
  expect(dry.json.data).toEqual({ id, name: 't', deleted: false, dry_run: true });
  expect((await manager.patch(`templates/${id}`, { name: 'u', dry_run: true })).status).toBe(200);
  expect((await manager.get(`templates/${id}`)).json.data.name).toBe('t');
  expect((await manager.delete(`templates/${id}?base=${latest.hash}`)).status).toBe(200);
});

it('another team cannot rename or delete the template', async () => {
  const owner = await newTeam();
  const { id } = (await owner.manager.push('t', html('one'))).json.data;
  const { manager } = await newTeam();
  expect((await manager.patch(`templates/${id}`, { name: 'mine' })).status).toBe(403);
  expect((await manager.delete(`templates/${id}`)).status).toBe(403);
  expect((await owner.manager.get(`templates/${id}`)).json.data.name).toBe('t');
});

it.each([
  ['PATCH', '', {}, 'name'],
  ['PATCH', '', { name: '' }, 'name'],
  ['PATCH', '', { name: 'a\nb' }, 'name'],
  ['PATCH', '', { name: 7 }, 'name'],
  ['PATCH', '', { name: 'x', bas: 'y' }, 'bas'],
  ['DELETE', '?bse=x', undefined, 'bse'],
  ['DELETE', '?base=latest', undefined, 'base'],
  ['DELETE', '?dry_run=1', undefined, 'dry_run'],
])('%s%s %j returns a 422 that names the field', async (method, query, body, field) => {
  const { manager } = await newTeam();
  const { id } = (await manager.push('t', html('one'))).json.data;
  const answer =
    method === 'PATCH'
      ? await manager.patch(`templates/${id}`, body)
      : await manager.delete(`templates/${id}${query}`);
  expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, [field]]);
  expect((await manager.get(`templates/${id}`)).json.data.name).toBe('t');
});
