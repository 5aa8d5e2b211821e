/** The `code` of an error body distinguishes causes that share a status, so that clients need not parse English. */
import { expect, it } from 'vitest';
import type { Answer } from '../../support/server/caller.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0' } });
const member = await server.team();
const other = await server.team({ plan: 'discovery' });
const id = await server.template(member.team, '<p>a</p>');

const codeOf = ({ status, json }: Answer) => [status, json.code];

it('distinguishes the three causes of 403', async () => {
  expect(codeOf(await other.get(`templates/${id}`))).toEqual([403, 'foreign_template']);
  expect(codeOf(await (await server.team({ verified: false })).get('usage'))).toEqual([
    403,
    'email_unverified',
  ]);
  expect(codeOf(await other.post('templates/merge', { templates: [{ id }] }))).toEqual([
    403,
    'plan_required',
  ]);
});

it('distinguishes an unknown route, an unknown template and a wrong method', async () => {
  expect(codeOf(await member.get('nothing'))).toEqual([404, 'not_found']);
  expect(codeOf(await member.get('templates/99999'))).toEqual([404, 'template_not_found']);
  expect(codeOf(await member.send('usage', { method: 'PUT' }))).toEqual([405, 'method_not_allowed']);
});

it('distinguishes faults of the request, the data, the template, the page and the publication', async () => {
  const draft = await server.template(member.team, '<p>a</p>', { publish: false });
  const schema = { 'template.html': 'a', 'schema.json': '{ "required": ["must"] }' };
  const strict = await server.template(member.team, schema);
  const leaves = '<script>location.href = "https://example.com/"</script>';
  expect(codeOf(await member.post('html-to-pdf', { html: 'a', output: 'x' }))).toEqual([
    422,
    'invalid_request',
  ]);
  expect(codeOf(await member.post(`templates/${strict}/generate`, {}))).toEqual([422, 'invalid_data']);
  expect(codeOf(await member.post('html-to-pdf', { html: '{{' }))).toEqual([422, 'invalid_template']);
  expect(codeOf(await member.post('html-to-pdf', { html: leaves }))).toEqual([422, 'document_navigated']);
  expect(codeOf(await member.post(`templates/${draft}/generate`, {}))).toEqual([422, 'not_published']);
});

it('distinguishes a reused key from an invalid field', async () => {
  const key = { 'idempotency-key': 'a' };
  expect(codeOf(await member.post('html-to-pdf', { html: 'a' }, key))).toEqual([200, undefined]);
  expect(codeOf(await member.post('html-to-pdf', { html: 'b' }, key))).toEqual([422, 'key_reused']);
});

it('names the fields in every 422', async () => {
  const draft = await server.template(member.team, '<p>a</p>', { publish: false });
  const none = await member.post(`templates/${draft}/generate`, {});
  expect(none.json.errors).toEqual({ template_id: [none.json.message] });
  const item = await member.post('templates/merge', { templates: [{ id }, { id: draft }] });
  expect(item.json.errors).toEqual({ 'templates.1.id': [item.json.message] });
  const leaves = await member.post('html-to-pdf', { html: '<meta http-equiv=refresh content="0;url=/x">' });
  expect(leaves.json.errors).toEqual({ document: [leaves.json.message] });
});

it('returns codes for wrong credentials, types, sizes and signatures, and an exhausted quota', async () => {
  const stranger = server.stranger();
  expect(codeOf(await stranger.get('usage'))).toEqual([401, 'unauthenticated']);
  expect(codeOf(await member.post('html-to-pdf', 'a', { 'content-type': 'text/plain' }))).toEqual([
    415,
    'unsupported_type',
  ]);
  expect(codeOf(await member.post('html-to-pdf', '{}', { 'content-encoding': 'gzip' }))).toEqual([
    415,
    'unsupported_encoding',
  ]);
  expect(codeOf(await member.post('html-to-pdf', Buffer.alloc(11 * 1024 * 1024)))).toEqual([
    413,
    'body_too_large',
  ]);
  expect(codeOf(await stranger.get('/documents/a/b.pdf?expires=1&signature=1.a'))).toEqual([
    403,
    'invalid_signature',
  ]);
  const poor = await server.team({ plan: 'discovery', quota: 0 });
  expect(codeOf(await poor.post('html-to-pdf', { html: 'a' }))).toEqual([402, 'quota_exhausted']);
});

it('returns codes in the management API and the studio', async () => {
  const scope = await member.get('/manage/v1/templates');
  expect(codeOf(scope)).toEqual([403, 'scope_required']);
  const { token } = await server.store.tokens.create({ teamId: member.team.id, scopes: ['templates:write'] });
  const manager = server.stranger(token);
  expect(codeOf(await manager.get('/manage/v1/templates/99999'))).toEqual([404, 'template_not_found']);
  expect(codeOf(await manager.get(`/manage/v1/templates/${id}/versions/9`))).toEqual([
    404,
    'version_not_found',
  ]);
  expect(codeOf(await manager.get('/manage/v1/nothing'))).toEqual([404, 'not_found']);
  const put = (body: object) =>
    manager.send('/manage/v1/templates', {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  const file = { path: 'template.html', content: Buffer.from('{{').toString('base64') };
  expect(codeOf(await put({ name: 'wrong', files: [file], publish: true }))).toEqual([
    422,
    'invalid_template',
  ]);
  expect(codeOf(await put({ name: 'wrong' }))).toEqual([422, 'invalid_request']);
  const sound = { path: 'template.html', content: Buffer.from('b').toString('base64') };
  const pushed = { name: 'twice', files: [sound], base: '0'.repeat(64) };
  expect(codeOf(await put(pushed))).toEqual([409, 'template_conflict']);
  expect(codeOf(await server.stranger().get('/studio/api/session'))).toEqual([401, 'unauthenticated']);
});
