/** Schemas whose check fails or never ends do not block the server. */
import { expect, it } from 'vitest';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0', workers: '2' } });
const member = await server.team();
const other = await server.team();
const withSchema = (schema: unknown, owner = member) =>
  server.template(owner.team, { 'template.html': '<p>a</p>', 'schema.json': JSON.stringify(schema) });

const endless = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
const bait = `${'a'.repeat(60)}!`;
const slow = (field: string) =>
  `The ${field} took too long to check against the template's schema: longer than 2 seconds.`;

it('ends an endless check, and serves other requests meanwhile, with or without a schema', async () => {
  const before = await member.used();
  const trap = await withSchema(endless);
  const plain = await server.template(other.team, '<p>b</p>');
  const checked = await withSchema({ required: ['total'] }, other);
  const ended: string[] = [];
  const note = async <Result>(name: string, work: Promise<Result>) => {
    const result = await work;
    ended.push(name);
    return result;
  };
  const traps = Array.from({ length: 4 }, () =>
    note('trap', member.post(`templates/${trap}/generate`, { data: { a: bait } })),
  );
  const usage = await note('usage', other.get('usage'));
  expect(usage.status).toBe(200);
  expect(ended).toEqual(['usage']);
  const [free, bound] = await Promise.all([
    other.post(`templates/${plain}/generate`, {}),
    note('other', other.post(`templates/${checked}/generate`, { data: {} })),
  ]);
  // Invalid data, because a render after the check takes as long as the machine needs for it.
  expect([free.status, bound.status]).toEqual([200, 422]);
  for (const { status, json } of await Promise.all(traps)) {
    expect([status, json.message, json.errors]).toEqual([422, slow('data'), { data: [slow('data')] }]);
  }
  // The check of the other team ran before the last one of this team.
  expect(ended.at(-1)).toBe('trap');
  expect(await member.used()).toBe(before);
});

it('checks data of the same template after a check has timed out', async () => {
  const id = await withSchema(endless);
  const post = async (a: string) => (await member.post(`templates/${id}/generate`, { data: { a } })).json;
  expect((await post(bait)).message).toBe(slow('data'));
  expect((await post('b')).message).toBe('The data.a must match ^(a+)+$, but "b" does not.');
  expect((await post('aaa')).success).toBe(true);
});

it.each([
  [
    'uniqueItems over a long list of objects',
    { properties: { a: { uniqueItems: true } } },
    { a: Array.from({ length: 60_000 }, (_, index) => ({ index })) },
  ],
  ['a pattern for names', { patternProperties: { '^(a+)+$': { type: 'string' } } }, { [bait]: 1 }],
])('ends a slow check of %s', async (_, schema, data) => {
  const { status, json } = await member.post(`templates/${await withSchema(schema)}/generate`, { data });
  expect([status, json.message]).toEqual([422, slow('data')]);
});

it('names the item of a merge if its data cannot be checked or its schema is not valid', async () => {
  const plain = await server.template(member.team, 'a');
  const merge = async (item: unknown) => {
    const { status, json } = await member.post('templates/merge', { templates: [{ id: plain }, item] });
    return [status, json.message];
  };
  expect(await merge({ id: await withSchema(endless), data: { a: bait } })).toEqual([
    422,
    slow('templates.1.data'),
  ]);
  expect(await merge({ id: await withSchema({ type: 'nothing' }) })).toEqual([
    422,
    expect.stringMatching(/"type" must be one of .*\(templates\.1\.id\)$/),
  ]);
});

it('names at most 100 invalid values, and counts the others', async () => {
  const id = await withSchema({ properties: { a: { items: { type: 'string' } } } });
  const data = { a: Array.from({ length: 3_000 }, (_, index) => index) };
  const { status, json } = await member.post(`templates/${id}/generate`, { data });
  expect([status, json.message]).toEqual([
    422,
    'The data.a.* must be text, not 0 etc. (100 times, and 2900 more errors)',
  ]);
  expect(Object.keys(json.errors)).toHaveLength(100);
});

it('accepts data with any keys, and keeps the schemas of templates apart', async () => {
  const text = await withSchema({ properties: { a: { type: 'string' } }, additionalProperties: false });
  const number = await withSchema({ properties: { a: { type: 'number' } } });
  const post = async (id: number, data: string) =>
    (await member.post(`templates/${id}/generate`, `{ "data": ${data} }`)).json;
  expect((await post(text, '{ "a": 1 }')).message).toBe('The data.a must be text, not 1.');
  expect((await post(number, '{ "a": "x" }')).message).toBe('The data.a must be a number, not "x".');
  expect((await post(text, '{ "a": "x" }')).success).toBe(true);
  expect((await post(number, '{ "a": 1 }')).success).toBe(true);
  expect((await post(text, '{ "__proto__": 1 }')).message).toContain('data.__proto__ is unknown');
});
