/** The management of templates over HTTP: `/manage/v1/templates`. */
import { createHash } from 'node:crypto';
import { Validator as OpenApiValidator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { hashContent } from '../../../src/contract/content-hash.ts';
import { startTemplateChecker } from '../../../src/server/template-check/template-checker.ts';
import {
  type ManageCaller,
  manageCaller,
  manageCallerWith,
  sent,
} from '../../support/server/manage-caller.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ browser: false, flags: { rateLimit: '0' } });

/** Creates a team with a client that manages its templates, beside its ordinary client. */
async function newTeam() {
  const member = await server.team();
  return { ...member, manager: await manageCaller(server, member.team) };
}

const html = (text: string) => ({ 'template.html': `<p>${text}</p>` });
const hashOf = (files: Readonly<Record<string, string>>) =>
  hashContent(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))).hash.toString(
    'hex',
  );
const count = async (team: { id: number }) => (await server.store.templates.list(team.id, 1, 1)).total;

describe('authorization', () => {
  const routes = [
    ['GET', 'templates'],
    ['PUT', 'templates'],
    ['GET', 'templates/1'],
    ['PATCH', 'templates/1'],
    ['DELETE', 'templates/1'],
    ['PUT', 'templates/1/published'],
    ['GET', 'templates/1/versions/1'],
    ['GET', 'templates/1/versions/1/files'],
  ] as const;

  it.each(routes)(
    '%s %s requires a token with the scope, and names the scope otherwise',
    async (method, path) => {
      const call = (caller: ManageCaller) =>
        method === 'GET'
          ? caller.get(path)
          : method === 'DELETE'
            ? caller.delete(path)
            : caller[method === 'PUT' ? 'put' : 'patch'](path, {});
      const { status, json } = await call(manageCallerWith(server.url, (await server.team()).token));
      expect([status, json]).toEqual([
        403,
        {
          code: 'scope_required',
          message: 'Managing templates requires a token with the scope templates:write.',
          required_scope: 'templates:write',
        },
      ]);
      const refused = await call(manageCallerWith(server.url));
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Bearer /),
      ]);
    },
  );

  it('rejects a team whose email address is not verified', async () => {
    const { team } = await server.team({ verified: false });
    expect((await (await manageCaller(server, team)).get('templates')).json.message).toContain(
      'not verified',
    );
  });

  it('lets a team neither read nor publish another team’s templates, whose names it may use', async () => {
    const owner = await newTeam();
    const id = await server.template(owner.team, '<p>secret</p>', { name: 'shared name' });
    const { manager, team } = await newTeam();
    for (const path of ['', '/versions/1', '/versions/1/files']) {
      expect((await manager.get(`templates/${id}${path}`)).status).toBe(403);
    }
    expect((await manager.put(`templates/${id}/published`, {})).status).toBe(403);
    const { json } = await manager.push('shared name', html('ours'));
    expect(json.data).toMatchObject({ version: 1, unchanged: false });
    expect(json.data.id).not.toBe(id);
    expect([await count(team), await count(owner.team)]).toEqual([1, 1]);
    expect((await server.store.templates.get(id))?.latestVersion).toBe(1);
  });

  it('leaves the templates of the API itself read-only', async () => {
    const { manager, send } = await newTeam();
    await manager.push('a', html('a'));
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, headers } = await send('templates', { method });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});

describe('a push', () => {
  it('creates a draft, and a new version if the content differs', async () => {
    const { manager, get } = await newTeam();
    const first = await manager.push('invoice', html('one'));
    expect(first.status).toBe(200);
    const { id } = first.json.data;
    expect(first.json.data).toEqual({
      id,
      name: 'invoice',
      version: 1,
      hash: hashOf(html('one')),
      published: false,
      unchanged: false,
      dry_run: false,
      has_errors: false,
    });
    const again = await manager.push('invoice', html('one'));
    expect(again.json.data).toEqual({ ...first.json.data, unchanged: true });
    const second = await manager.push('invoice', html('two'), { publish: true });
    expect(second.json.data).toMatchObject({ id, version: 2, published: true });

    const { json } = await manager.get(`templates/${id}`);
    expect(json.data).toMatchObject({
      name: 'invoice',
      latest_version: 2,
      latest_hash: hashOf(html('two')),
      published_version: 2,
      versions: [
        { version: 2, hash: hashOf(html('two')), published: true },
        { version: 1, hash: hashOf(html('one')), published: false },
      ],
    });
    expect((await manager.get('templates')).json.data).toEqual([
      expect.objectContaining({
        id,
        published_hash: hashOf(html('two')),
        published_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      }),
    ]);
    // The API itself shows no additional fields.
    expect(Object.keys((await get(`templates/${id}`)).json.data).sort()).toEqual(
      ['created_at', 'has_base_pdf', 'id', 'name', 'type', 'updated_at'].sort(),
    );
  });

  it('stores every byte unchanged', async () => {
    const { manager } = await newTeam();
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
    const files = [
      { path: 'template.html', content: Buffer.from('<p>ä\r\n</p>').toString('base64') },
      { path: 'assets/größe.icc', content: bytes.toString('base64') },
    ];
    const pushed = await manager.put('templates', { name: 'bytes', files });
    const { id } = pushed.json.data;
    const { json } = await manager.get(`templates/${id}/versions/1/files`);
    expect(
      json.data.files.map(({ path, content }: { path: string; content: string }) => ({ path, content })),
    ).toEqual([...files].reverse());
    const hashes = await manager.get(`templates/${id}/versions/1`);
    expect(hashes.json.data.files).toContainEqual({
      path: 'assets/größe.icc',
      size: 1000,
      hash: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(hashes.json.data.hash).toBe(pushed.json.data.hash);
  });

  it('is rejected if the latest version is not its base', async () => {
    const { manager } = await newTeam();
    const one = (await manager.push('t', html('one'), { base: null })).json.data;
    const two = (await manager.push('t', html('two'), { base: one.hash })).json.data;
    const late = await manager.push('t', html('three'), { base: one.hash });
    expect([late.status, late.json]).toEqual([
      409,
      {
        message: 'The template "t" has changed since: its latest version is 2.',
        code: 'template_conflict',
        template_id: one.id,
        latest_version: 2,
        latest_hash: two.hash,
      },
    ]);
    expect((await manager.push('t', html('three'), { base: null })).status).toBe(409);
    expect((await manager.push('t', html('three'), { base: one.hash, dry_run: true })).status).toBe(409);
    // Existing content is never a conflict, whatever its base: the response to the first push may have been lost.
    expect((await manager.push('t', html('two'), { base: one.hash })).json.data.unchanged).toBe(true);
    const gone = await manager.push('new', html('three'), { base: one.hash });
    expect(gone.json).toMatchObject({ template_id: null, latest_version: null, latest_hash: null });
    const forced = await manager.push('t', html('three'), { base: one.hash, force: true });
    expect(forced.json.data).toMatchObject({ version: 3, unchanged: false });
    // A push without a base never conflicts.
    expect((await manager.push('t', html('four'))).json.data.version).toBe(4);
  });

  it('succeeds once if two run concurrently, and conflicts for the other', async () => {
    const { manager } = await newTeam();
    const { hash } = (await manager.push('t', html('one'))).json.data;
    const both = await Promise.all(['a', 'b'].map((text) => manager.push('t', html(text), { base: hash })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('with dry_run reports the result and changes nothing', async () => {
    const { manager, team } = await newTeam();
    const dry = await manager.push('t', html('one'), { dry_run: true, publish: true });
    expect(dry.json.data).toMatchObject({ id: null, version: 1, published: true, dry_run: true });
    expect(await count(team)).toBe(0);
    const { id } = (await manager.push('t', html('one'))).json.data;
    const second = await manager.push('t', html('two'), { dry_run: true });
    expect(second.json.data).toMatchObject({ id, version: 2, unchanged: false });
    expect(await server.store.templates.versions(id)).toHaveLength(1);
  });

  it('may refer to contents of its template by hash, but not to those of other templates', async () => {
    const { manager } = await newTeam();
    const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const hash = createHash('sha256').update(logo).digest('hex');
    const byHash = [...sent(html('two')), { path: 'assets/renamed.svg', hash }];
    await manager.put('templates', {
      name: 't',
      files: [...sent(html('one')), { path: 'assets/logo.svg', content: logo.toString('base64') }],
    });
    const second = await manager.put('templates', { name: 't', files: byHash });
    const { id } = second.json.data;
    const { json } = await manager.get(`templates/${id}/versions/2/files`);
    expect(json.data.files[0]).toMatchObject({
      path: 'assets/renamed.svg',
      content: logo.toString('base64'),
    });
    for (const [caller, name] of [
      [manager, 'another'],
      [(await newTeam()).manager, 't'],
    ] as const) {
      const refused = await caller.put('templates', { name, files: byHash });
      expect(refused.status).toBe(422);
      expect(refused.json.errors['files.1.hash']?.[0]).toContain('"assets/renamed.svg"');
    }
  });
});

describe('an invalid template', () => {
  const faulty = {
    'template.html': '<p>\n{{ oops </p>\n<img src="assets/none.svg">',
    'footer.html': '{% if %}',
  };

  it('is rejected with the file and line of every fault if it is to be published, and is not stored', async () => {
    const { manager, team } = await newTeam();
    const { status, json } = await manager.push('t', faulty, { publish: true });
    expect(status).toBe(422);
    expect(json.message).toMatch(/^template\.html:2: .* \(and 2 more errors\)$/);
    expect(Object.keys(json.errors).sort()).toEqual(['footer.html', 'template.html']);
    expect(json.findings).toMatchObject([
      { file: 'template.html', line: 2, column: expect.any(Number) },
      { file: 'footer.html', line: 1 },
      { file: 'template.html', line: 3 },
    ]);
    expect(await count(team)).toBe(0);
  });

  it('is stored as a draft with its faults, which keep it from being published until they are mended', async () => {
    const { manager, get, post, team } = await newTeam();
    const { status, json } = await manager.push('t', faulty);
    const { id, findings } = json.data;
    expect([status, json.data]).toEqual([
      200,
      expect.objectContaining({ version: 1, published: false, unchanged: false, has_errors: true }),
    ]);
    expect(findings).toMatchObject([
      { file: 'template.html', line: 2, column: expect.any(Number) },
      { file: 'footer.html', line: 1 },
      { file: 'template.html', line: 3 },
    ]);
    expect((await manager.get(`templates/${id}`)).json.data.versions[0].has_errors).toBe(true);
    const stored = (await manager.get(`templates/${id}/versions/1/files`)).json.data;
    expect(stored.files.map(({ path }: { path: string }) => path)).toEqual(Object.keys(faulty).sort());
    for (const dry_run of [true, false]) {
      const refused = await manager.put(`templates/${id}/published`, { version: 1, dry_run });
      expect(refused.status).toBe(422);
      expect(refused.json.findings).toEqual(findings);
    }
    expect((await manager.push('t', faulty, { publish: true })).status).toBe(422);
    expect((await server.store.templates.byName(team.id, 't'))?.publishedVersion).toBeNull();
    expect((await get('templates')).status).toBe(200);
    expect((await post(`templates/${id}/generate`, {})).status).toBe(422);

    const mended = await manager.push('t', html('mended'), { publish: true });
    expect(mended.json.data).toMatchObject({ id, version: 2, published: true, has_errors: false });
    expect(mended.json.data.findings).toBeUndefined();
    const { versions } = (await manager.get(`templates/${id}`)).json.data;
    expect(versions.map((each: { has_errors: boolean }) => each.has_errors)).toEqual([false, true]);
  });

  it.each([
    ['a wrong template.json', { ...html(''), 'template.json': '{"format": "A99"}' }, /^template\.json:1: /],
    ['sample data that is no JSON', { ...html(''), 'data.json': '{' }, /^data\.json:1: /],
    ['settings that are no JSON', { ...html(''), 'template.json': '{ "name": ' }, /^template\.json:1: /],
    ['a design that is no JSON', { 'editor.json': '{' }, /^editor\.json:1: /],
  ])('is a draft with %s, and is not published', async (_what, files, message) => {
    const { manager } = await newTeam();
    const refused = await manager.push('t', files as Record<string, string>, { publish: true });
    expect([refused.status, refused.json.message]).toEqual([422, expect.stringMatching(message)]);
    const draft = await manager.push('t', files as Record<string, string>);
    expect([draft.status, draft.json.data.has_errors]).toEqual([200, true]);
  });

  it('is rejected even as a draft without template.html', async () => {
    const { manager } = await newTeam();
    const { status, json } = await manager.push('t', { 'styles.css': '' });
    expect([status, json.message]).toEqual([422, expect.stringMatching(/none of template\.html/)]);
  });

  it.each([
    '../up.css',
    'assets/../../up.css',
    '/etc/up.css',
    'assets/./a.css',
    'assets//a.css',
    'assets\\a.css',
    'C:a.css',
    '.git/config',
    '.pdfapi.json',
    'assets/.hidden.css',
    'assets/con.css',
    'assets/a.css ',
    'assets/\u0007.css',
    'Makefile',
    'node_modules/.bin/sh',
    'node_modules/x.js',
    'assets/node_modules/x.js',
    'assets/x.exe',
    'assets/x.sh',
    'assets/x',
    '',
    `assets/${'a'.repeat(2000)}.css`,
  ])('is rejected with a file path that is invalid or outside of the template (%#)', async (path) => {
    const { manager, team } = await newTeam();
    const { status, json } = await manager.push('t', { ...html(''), [path]: '' });
    expect(status).toBe(422);
    expect(Object.values(json.errors).flat().join()).toContain(
      JSON.stringify(path).slice(0, 50).replace(/"$/, ''),
    );
    expect(await count(team)).toBe(0);
  });

  it('is rejected with a file that an earlier version may have, which is still listed', async () => {
    const { manager, team, get } = await newTeam();
    const id = await server.template(team, { ...html('a'), 'assets/x.exe': 'MZ', 'node_modules/x.js': '' });
    const { name } = (await get(`templates/${id}`)).json.data;
    const { files } = (await manager.get(`templates/${id}/versions/1/files`)).json.data;
    expect(files.map(({ path }: { path: string }) => path)).toContain('assets/x.exe');
    const kept = files.map(({ path, hash }: { path: string; hash: string }) => ({ path, hash }));
    const again = await manager.put('templates', { name, files: kept });
    expect([again.status, again.json.errors]).toEqual([
      422,
      {
        'files.0.path': [
          '"assets/x.exe" cannot be a file of a template: a template has documents, styles, scripts, pictures, fonts and data, but not .exe.',
        ],
      },
    ]);
    expect((await manager.push(name, html('b'))).json.data).toMatchObject({ id, version: 2 });
  });

  it.each(['', '   ', 'a\nb', 'x'.repeat(201)])(
    'is rejected with a name that is empty, too long or of several lines (%#)',
    async (name) => {
      const { json, status } = await (await newTeam()).manager.push(name, html(''));
      expect([status, Object.keys(json.errors)]).toEqual([422, ['name']]);
    },
  );

  it('is rejected after the time limit if its loops take too long, and the next one is checked', async () => {
    const checker = startTemplateChecker({ limitMs: 2_000, memoryMb: 256 });
    const stays = new AbortController().signal;
    // A step that searches a long text takes long, so that the time is over before the limit of steps on any machine.
    const loop =
      '{% for a in 1..9000 %}{% for b in 1..9000 %}{% if "YY" in text %}{% endif %}{% endfor %}{% endfor %}';
    const keys = ['title', 'author', 'subject', 'keywords', 'creator'];
    const files = new Map([
      ...['template.html', 'header.html', 'footer.html'].map((path) => [path, Buffer.from(loop)] as const),
      [
        'template.json',
        Buffer.from(JSON.stringify({ metadata: Object.fromEntries(keys.map((key) => [key, loop])) })),
      ],
      ['data.json', Buffer.from(JSON.stringify({ text: 'xY'.repeat(100_000) }))],
    ]);
    const [fault] = await checker.check(files, 't', 1, stays);
    expect([fault?.code, fault?.message]).toEqual([
      'invalid_template',
      expect.stringContaining('longer than 2 seconds'),
    ]);
    const fine = new Map([['template.html', Buffer.from('fine')]]);
    expect(await checker.check(fine, 't', 1, stays)).toEqual([]);
    await checker.close();
  });
});

describe('an invalid request', () => {
  it.each([
    [{}, 'name'],
    [{ name: 't' }, 'files'],
    [{ name: 't', files: [] }, 'files'],
    [{ name: 't', files: {} }, 'files'],
    [{ name: 't', files: [7] }, 'files.0'],
    [{ name: 't', files: [{ path: 'template.html' }] }, 'files.0'],
    [{ name: 't', files: [{ path: 'template.html', content: '', hash: 'a'.repeat(64) }] }, 'files.0'],
    [{ name: 't', files: [{ path: 'template.html', content: 'no base64!' }] }, 'files.0.content'],
    [{ name: 't', files: [{ path: 'template.html', content: 'YQ' }] }, 'files.0.content'],
    [{ name: 't', files: [{ path: 'template.html', hash: 'x' }] }, 'files.0.hash'],
    [{ name: 't', files: [...sent(html('')), ...sent(html(''))] }, 'files.1.path'],
    [{ name: 't', files: sent(html('')), type: 'word' }, 'type'],
    [{ name: 't', files: sent(html('')), base: 'latest' }, 'base'],
    [{ name: 't', files: sent(html('')), publsh: true }, 'publsh'],
    [
      { name: 't', files: Array.from({ length: 2001 }, (_, n) => ({ path: `assets/${n}`, content: '' })) },
      'files',
    ],
  ])('is rejected with the name of the field (%#)', async (body, field) => {
    const { status, json } = await (await newTeam()).manager.put('templates', body);
    expect([status, Object.keys(json.errors)]).toEqual([422, expect.arrayContaining([field])]);
  });

  it('is rejected if the body is missing, not JSON, not an object, or of another type', async () => {
    const { manager, send } = await newTeam();
    expect((await manager.put('templates', '{')).json.message).toContain('line 1');
    expect((await manager.put('templates', '[]')).status).toBe(422);
    expect((await manager.put('templates')).status).toBe(422);
    const { token } = await server.store.tokens.create({
      teamId: (await newTeam()).team.id,
      scopes: ['templates:write'],
    });
    const headers = { 'content-type': 'text/plain', authorization: `Bearer ${token}` };
    expect((await send('/manage/v1/templates', { method: 'PUT', body: 'x', headers })).status).toBe(415);
  });

  it('returns 404 for an unknown template, version or path, and 422 for publishing an unknown version', async () => {
    const { manager } = await newTeam();
    const { id } = (await manager.push('t', html('one'))).json.data;
    const paths = [
      'templates/999999',
      'templates/x',
      'templates/1e3',
      'templates/-1',
      'nothing',
      'templates/%00',
    ];
    paths.push(
      `templates/${id}/versions/2`,
      `templates/${id}/versions/0/files`,
      `templates/${id}/versions/01`,
    );
    for (const path of paths) expect([path, (await manager.get(path)).status]).toEqual([path, 404]);
    const beyond = await manager.put(`templates/${id}/published`, { version: 2 });
    expect([beyond.status, Object.keys(beyond.json.errors)]).toEqual([422, ['version']]);
  });

  it('returns 405 with Allow for a method that the path does not have', async () => {
    const { send, manager, team } = await newTeam();
    const { token } = await server.store.tokens.create({ teamId: team.id, scopes: ['templates:write'] });
    const { id } = (await manager.push('t', html('one'))).json.data;
    const headers = { authorization: `Bearer ${token}` };
    const all = await send('/manage/v1/templates', { method: 'DELETE', headers });
    expect([all.status, all.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT']);
    const one = await send(`/manage/v1/templates/${id}`, { method: 'POST', headers });
    expect([one.status, one.headers.get('allow')]).toEqual([405, 'GET, HEAD, PATCH, DELETE']);
  });
});

it('accepts at most 20 MB of files, although bodies of the API are smaller', async () => {
  const { manager } = await newTeam();
  const large = (megabytes: number) => [
    ...sent(html('large')),
    { path: 'fonts/large.woff2', content: Buffer.alloc(megabytes * 1_000_000, 7).toString('base64') },
  ];
  expect((await manager.put('templates', { name: 'large', files: large(19.9) })).status).toBe(200);
  const more = await manager.put('templates', { name: 'large', files: large(20.1) });
  expect([more.status, more.json.message]).toEqual([422, expect.stringContaining('at most 20 MB')]);
  expect((await manager.put('templates', { name: 'large', files: large(25) })).status).toBe(413);
  // Contents that are referred to by hash count towards the limit.
  const hash = createHash('sha256').update(Buffer.alloc(19_900_000, 7)).digest('hex');
  const many = Array.from({ length: 50 }, (_, index) => ({ path: `fonts/${index}.woff2`, hash }));
  const bomb = await manager.put('templates', { name: 'large', files: [...sent(html('large')), ...many] });
  expect(bomb.status).toBe(422);
});

it('says which token or command stored and published each version', async () => {
  const { team } = await server.team();
  const { tokens, templates } = server.store;
  const scopes = ['templates:write'] as const;
  const laptop = await tokens.create({ teamId: team.id, scopes, name: 'laptop' });
  const ci = await tokens.create({ teamId: team.id, scopes });
  const [hers, its] = [laptop, ci].map(({ token }) => manageCallerWith(server.url, token));
  const id = await server.template(team, html('one'), { name: 't' });
  await hers?.push('t', html('two'));
  await its?.push('t', html('three'), { publish: true });
  await hers?.put(`templates/${id}/published`, { version: 2 });
  await tokens.revoke(laptop.id);
  const byLaptop = { kind: 'token', id: laptop.id, name: 'laptop' };
  const byCi = { kind: 'token', id: ci.id, name: null };
  const shown = async () => (await its?.get(`templates/${id}`))?.json.data.versions;
  const time = expect.stringMatching(/^\d{4}-/);
  expect(await shown()).toMatchObject([
    { version: 3, created_by: byCi, published: false, published_at: time, published_by: byCi },
    { version: 2, created_by: byLaptop, published: true, published_at: time, published_by: byLaptop },
    { version: 1, created_by: { kind: 'command' }, published_by: { kind: 'command' } },
  ]);
  await templates.publish(team.id, id, 3);
  expect((await shown())[0]).toMatchObject({ created_by: byCi, published_by: { kind: 'command' } });
  const draft = (await its?.push('t', html('four')))?.json.data.version;
  expect((await its?.get(`templates/${id}/versions/${draft}`))?.json.data).toMatchObject({
    created_by: byCi,
    published_at: null,
    published_by: null,
  });
});

it('publishes the latest version or the given one, and none with dry_run', async () => {
  const { manager } = await newTeam();
  const { id } = (await manager.push('t', html('one'))).json.data;
  await manager.push('t', html('two'));
  const published = async () => (await server.store.templates.get(id))?.publishedVersion;
  await manager.put(`templates/${id}/published`, { dry_run: true });
  expect(await published()).toBeNull();
  const { json } = await manager.put(`templates/${id}/published`, {});
  expect(json.data).toEqual({ id, name: 't', version: 2, published: true, dry_run: false });
  expect(await published()).toBe(2);
  await manager.put(`templates/${id}/published`, { version: 1 });
  expect(await published()).toBe(1);
});

it('shares the headers and the rate limit of the API', async () => {
  const limited = await startTestServer({ browser: false, flags: { rateLimit: '3' } });
  const { team, get } = await limited.team();
  const { token } = await limited.store.tokens.create({ teamId: team.id, scopes: ['templates:write'] });
  const manager = manageCallerWith(limited.url, token);
  const { headers } = await manager.get('templates');
  expect(headers.get('x-ratelimit-remaining')).toBe('2');
  expect(headers.get('cache-control')).toBe('no-store');
  await get('usage');
  await manager.get('templates');
  const refused = await manager.get('templates');
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
});

it('has a valid OpenAPI document, separate from that of the API', async () => {
  const document = await (await fetch(`${server.url}/manage/v1/openapi.json`)).json();
  const { valid, errors } = await new OpenApiValidator().validate(document as never);
  expect([valid, errors]).toEqual([true, undefined]);
  const api = await (await fetch(`${server.url}/openapi.json`)).text();
  expect(api).not.toContain('/manage');
});
