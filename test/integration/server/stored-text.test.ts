/**
 * Characters that one database cannot store or return: every text field of every operation is sent with each of them. On
 * SQLite and on PostgreSQL (the project `postgres`), the response is the same, and what is accepted is returned as it was.
 */
import { describe, expect, it } from 'vitest';
import { toolArguments } from '../../../src/mcp/tool-arguments.ts';
import { connectAssistant } from '../../support/server/assistant.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

/** Control characters, half a surrogate pair, and the separator that ends a line in some programs. */
const characters = ['\0', '\u0001', '\u001f', '\u007f', '\ud800', '\u2028'];
const allOfThem = `a${characters.join('')}b`;

const server = await startTestServer({ browser: false, flags: { rateLimit: '0', allowHosts: '127.0.0.1' } });
const owner = await server.team();
const { token } = await server.store.tokens.create({
  teamId: owner.team.id,
  scopes: ['templates:write', 'webhooks:write'],
});
const caller = server.stranger(token);
const templateId = await server.template(owner.team, '<p>{{ name }}</p>');
const webhook = await caller.post('/manage/v1/webhooks', { url: 'http://127.0.0.1/hook' });
const webhookId: number = webhook.json.data.id;

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const documents = await Promise.all(
  ['/openapi.json', '/manage/v1/openapi.json'].map(
    async (path) => (await caller.get(path)).json as unknown as Document,
  ),
);
const operations = documents.flatMap(({ paths, components: { schemas } }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation, schemas })),
  ),
);

/** A name that the client chooses, such as a key of `data`. */
const anyKey = 'any';
type FieldPath = readonly (string | number)[];

function* textFields(
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  path: FieldPath = [],
): Generator<FieldPath> {
  const within = (next: Schema, ...step: FieldPath) => textFields(next, schemas, [...path, ...step]);
  const named = schema.$ref?.split('/').at(-1);
  if (named !== undefined) return yield* within(schemas[named] ?? {});
  for (const each of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) yield* within(each);
  const isText = [schema.type].flat().includes('string');
  if (isText && schema.enum === undefined && schema.const === undefined) yield path;
  if (schema.items) yield* within(schema.items, 0);
  for (const [name, each] of Object.entries(schema.properties ?? {})) yield* within(each, name);
  const others = schema.additionalProperties;
  if (others !== undefined && others !== false) yield [...path, anyKey];
}

/** Returns a copy of a body in which the field has the text; a name that the client chooses has it too. */
function withText(body: unknown, [step, ...rest]: FieldPath, text: string): unknown {
  if (step === undefined) return text;
  if (typeof step === 'number') return [withText(Object(body)[0], rest, text)];
  const name = step === anyKey ? text : step;
  const before = typeof body === 'object' && body !== null ? body : {};
  return { ...before, [name]: withText((before as Record<string, unknown>)[name], rest, text) };
}

const content = Buffer.from('<p>x</p>').toString('base64');
/** The least that each operation takes. */
const bodies: Readonly<Record<string, object>> = {
  generate: {},
  merge: { templates: [{ id: templateId }] },
  htmlToPdf: { html: 'x' },
  createBatch: { template_id: templateId, rows: [{}] },
  pushTemplate: { name: 'pushed', files: [{ path: 'template.html', content }] },
  publishTemplate: {},
  renameTemplate: { name: 'renamed' },
  createWebhook: { url: 'http://127.0.0.1/hook' },
  updateWebhook: {},
};

/** What is stored as the bytes that were sent: HTML and data. */
const isContent = (field: string): boolean =>
  /(?:^|\.)(?:html|markdown|e_invoice|(?:data|rows\.0|named)\.any|(?:header|footer)(?:\.(?!named)\w+)?|wait_for\.(?:selector|expression))$/.test(
    field,
  );

/** The properties of a PDF may have several lines. */
const isProperty = (field: string): boolean => /(?:^|\.)metadata\.\w+$/.test(field);

const addressOf = (path: string): string =>
  path.replace('{template_id}', String(templateId)).replace('{webhook_id}', String(webhookId));

describe.each(
  operations.flatMap(({ path, method, operation, schemas }) => {
    const schema = operation.requestBody?.content['application/json']?.schema;
    return schema ? [{ path, method, schema, schemas, id: operation.operationId }] : [];
  }),
)('$id', ({ path, method, schema, schemas, id }) => {
  const post = (body: unknown) =>
    caller.send(addressOf(path), {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json', prefer: 'respond-async' },
      body: JSON.stringify(body),
    });
  const least = bodies[id];
  const fields = new Map([...textFields(schema, schemas)].map((field) => [field.join('.'), field]));

  it('is tried with every text field of its body', () => {
    expect(least, 'this test has a body of the operation').toBeDefined();
    if (id !== 'publishTemplate') expect(fields.size).toBeGreaterThan(0);
  });

  it.each([...fields].filter(([name]) => isContent(name)))(
    'accepts %s with any character',
    async (name, field) => {
      const { markdown: _, ...others } = bodies as Record<string, object>;
      const base = name === 'markdown' ? {} : others[id];
      const { status, json } = await post(withText(base, field, allOfThem));
      expect([status, json.message]).toEqual([202, undefined]);
      await caller.send(`jobs/${json.data.id}`, { method: 'DELETE' });
    },
  );

  it.each([...fields].filter(([name]) => isProperty(name)))(
    'refuses control characters in %s',
    async (name, field) => {
      for (const character of characters.filter((each) => each !== '\u2028')) {
        const { status, json } = await post(withText(least, field, `a${character}b`));
        const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
        const message = `The ${name} must not contain U+${code}: a property is text without control characters.`;
        expect([status, json.errors]).toEqual([422, { [name]: [message] }]);
      }
    },
  );

  it.each([...fields].filter(([name]) => !isContent(name) && !isProperty(name)))(
    'refuses %s that is not one line',
    async (_, field) => {
      for (const character of characters) {
        const { status, json } = await post(withText(least, field, `a${character}b`));
        expect([status, Object.keys(json.errors ?? {}).length > 0]).toEqual([422, true]);
      }
    },
  );
});

it('names the field that has a character which cannot be stored', async () => {
  for (const character of characters) {
    const text = `a${character}b`;
    const pushed = await caller.send('/manage/v1/templates', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...bodies.pushTemplate, name: text }),
    });
    expect([pushed.status, pushed.json.errors]).toEqual([
      422,
      { name: ['The name must have 1 to 200 characters in one line, without control characters.'] },
    ]);
    const created = await caller.post('/manage/v1/webhooks', {
      url: `http://127.0.0.1/${text}`,
      description: text,
    });
    const fault = 'must be one line of text, without control characters.';
    expect([created.status, created.json.errors]).toEqual([
      422,
      { url: [`The url ${fault}`], description: [`The description ${fault}`] },
    ]);
  }
});

/** Percent-encoded: a lone surrogate has no bytes in UTF-8, so its three bytes are none. */
const encoded = ['%00', '%01', '%1f', '%7f', '%ed%a0%80', '%e2%80%a8'];

it.each(operations.filter(({ path }) => /\{\w+\}/.test(path)))(
  'finds nothing at $method $path with any character',
  async ({ path, method }) => {
    for (const text of encoded) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([name]) => name);
      for (const changed of names) {
        const address = addressOf(path.replace(changed, `a${text}b`)).replace(/\{\w+\}/g, '1');
        const { status } = await caller.send(address, { method: method.toUpperCase() });
        // A document's address is signed, and 400 is of the address as a whole.
        expect([400, 403, 404, 415, 422], `${method} ${address}: ${status}`).toContain(status);
      }
    }
  },
);

it.each(
  operations.flatMap(({ path, method, operation: { parameters = [] } }) =>
    parameters.filter((each) => each.in === 'query').map(({ name }) => ({ path, method, name })),
  ),
)('refuses or ignores ?$name= of $method $path with any character', async ({ path, method, name }) => {
  for (const text of encoded) {
    const address = `${addressOf(path).replace(/\{\w+\}/g, '1')}?${name}=a${text}b`;
    const { status } = await caller.send(address, { method: method.toUpperCase() });
    expect(status, address).toBeLessThan(500);
  }
});

it('refuses an Idempotency-Key with a tab, the one control character that HTTP lets through', async () => {
  const answer = await caller.post('html-to-pdf', { html: 'x' }, { 'Idempotency-Key': 'a\tb' });
  expect([answer.status, answer.json.errors]).toEqual([
    422,
    { 'Idempotency-Key': ['The Idempotency-Key must be one line of text, without control characters.'] },
  ]);
});

it('tells an assistant that no template can be called so, and stores no file of such a name', async () => {
  const assistant = await connectAssistant(server.url, token);
  const tools = Object.entries(toolArguments).filter(([, { shape }]) => 'template' in shape);
  expect(tools.length).toBeGreaterThan(3);
  for (const character of characters) {
    const text = `a${character}b`;
    const files = [{ path: 'template.html', content: 'x' }];
    for (const [tool] of tools) {
      const given = { template: text, ...(tool === 'write_template' ? { files } : {}) };
      expect(await assistant.failure(tool, given)).toContain(
        'The template must have 1 to 200 characters in one line',
      );
    }
    const path = `assets/${text}.svg`;
    expect(
      await assistant.failure('write_template', {
        template: 'written',
        files: [...files, { path, content: '' }],
      }),
    ).toContain('control character');
  }
});

it('returns contents byte for byte', async () => {
  const html = Buffer.from(`<p>${allOfThem}</p>`);
  const pushed = await caller.send('/manage/v1/templates', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'contents',
      files: [{ path: 'template.html', content: html.toString('base64') }],
    }),
  });
  const { id, version } = pushed.json.data;
  const { json } = await caller.get(`/manage/v1/templates/${id}/versions/${version}/files`);
  expect(Buffer.from(json.data.files[0].content, 'base64')).toEqual(html);

  const row = { [allOfThem]: allOfThem };
  const metadata = { title: 'a\tb\nc\u2028d' };
  const opened = await caller.post('batches?open=1', { template_id: templateId, metadata });
  const added = await caller.post(`batches/${opened.json.data.id}/rows?offset=0`, JSON.stringify(row), {
    'content-type': 'application/x-ndjson',
  });
  expect([added.status, added.json.message]).toEqual([200, undefined]);
  const [stored] = await server.sql(
    'SELECT jobs.options, job_rows.input FROM jobs JOIN job_rows ON job_rows.job_id = jobs.id WHERE jobs.id = ?',
    opened.json.data.id,
  );
  expect(JSON.parse(String(stored?.input))).toEqual(row);
  expect(JSON.parse(String(stored?.options))).toMatchObject({ metadata });
});
