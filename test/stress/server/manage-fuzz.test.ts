/** Random pushes get a documented response, and the server keeps running. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { callerOf } from '../../support/server/caller.ts';
import { manageCaller } from '../../support/server/manage-caller.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ browser: false, flags: { rateLimit: '0' } });
const { team, token } = await server.team();
const manager = await manageCaller(server, team);
const base64 = (text: string) => Buffer.from(text).toString('base64');

const path = fc.oneof(
  fc.constantFrom('template.html', 'template.json', 'data.json', 'schema.json', 'styles.css', 'footer.html'),
  fc.constantFrom('assets/a.svg', 'partials/a.html', '../a.css', 'assets', 'base.pdf', '__proto__', ''),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `assets/${text}`),
);
const text = fc.oneof(
  fc.constantFrom(
    '<p>{{ a }}</p>',
    '{% if %}',
    '{{ a|b }}',
    '{}',
    '{"a":1}',
    '[',
    '{"type":"obj"}',
    '\u0000',
  ),
  fc.constantFrom(
    '<img src="a.png">',
    '{% include "a" %}',
    '{"format":"A4","metadata":{"title":"{{ t"}}',
    '@import "x"',
  ),
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 50 }),
);
const file = fc.oneof(
  { weight: 8, arbitrary: fc.record({ path, content: text.map(base64) }) },
  { weight: 1, arbitrary: fc.record({ path, content: fc.string() }) },
  { weight: 1, arbitrary: fc.record({ path, hash: fc.string({ minLength: 64, maxLength: 64 }) }) },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const valid = { path: 'template.html', content: base64('<p>{{ a }}</p>') };
const request = fc.record(
  {
    name: fc.oneof(fc.constant('t'), fc.string({ unit: 'binary', maxLength: 5 }), fc.jsonValue()),
    files: fc.oneof(
      { weight: 8, arbitrary: fc.array(file, { maxLength: 6 }) },
      {
        weight: 8,
        arbitrary: fc.array(file, { maxLength: 4 }).map((more) => [valid, ...more]),
      },
      { weight: 1, arbitrary: fc.jsonValue() },
    ),
    type: fc.oneof(fc.constantFrom('html', 'editor'), fc.jsonValue()),
    base: fc.oneof(fc.constant(null), fc.constant('a'.repeat(64)), fc.jsonValue()),
    force: fc.oneof(fc.boolean(), fc.jsonValue()),
    publish: fc.boolean(),
    dry_run: fc.boolean(),
  },
  { requiredKeys: ['name', 'files'] },
);

it('any push returns 200, 409 or 422, as documented', async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(request, async (body) => {
      const { status, json } = await manager.put('templates', body);
      seen.add(status);
      expect([200, 409, 422]).toContain(status);
      if (status === 422) expect(Object.values(json.errors ?? json.findings).flat()).not.toEqual([]);
      // A stored version can be read.
      if (status === 200 && !body.dry_run) {
        const { id, version } = json.data;
        expect((await manager.get(`templates/${id}/versions/${version}/files`)).status).toBe(200);
      }
    }),
    // Only one push in a hundred is valid by chance.
    { numRuns: 300, examples: [[{ name: 't', files: [valid] }]] },
  );
  // Conflicts occur only by chance.
  expect([...seen].filter((status) => ![200, 409, 422].includes(status))).toEqual([]);
  expect([...seen]).toEqual(expect.arrayContaining([200, 422]));
});

it('invalid bodies are rejected', async () => {
  const id = await server.template(team, '<p></p>');
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (body) => {
      expect((await manager.put('templates', body)).status).toBe(422);
      const published = await manager.put(`templates/${id}/published`, body);
      // An empty object is valid, since every field has a default.
      expect(published.status).toBe(body.replace(/\s/g, '') === '{}' ? 200 : 422);
    }),
    { numRuns: 100 },
  );
});

it('no path below the prefix returns a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 4 }),
      async (parts) => {
        const path = parts.map(encodeURIComponent).join('/');
        expect((await callerOf(server.url, token).get(`/manage/v1/${path}`)).status).toBeLessThan(500);
      },
    ),
    { numRuns: 100 },
  );
});
