/** The pictures in the studio's list of templates, over HTTP. */
import { expect, it } from 'vitest';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '40' } });

async function member() {
  const created = await server.team();
  const { token } = await server.store.tokens.create({
    teamId: created.team.id,
    scopes: ['templates:write'],
  });
  const signedIn = await fetch(`${server.url}/studio/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ token }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const get = (path: string) => fetch(`${server.url}/studio/api${path}`, { headers: { cookie } });
  return { ...created, get };
}

const red = {
  'template.html': '<style>@page { margin: 0 } html { background: {{ colour }} }</style><p>.',
  'data.json': '{ "colour": "red" }',
};

it('shows the first page of the latest version with its sample data, free of charge', async () => {
  const { team, get, used } = await member();
  const id = await server.template(team, red);
  const [listed] = (await (await get('/templates')).json()).data;
  const response = await get(`/templates/${id}/thumbnail?hash=${listed.latest_hash}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
  // The second one comes from memory, and equals the first.
  const again = await get(`/templates/${id}/thumbnail?hash=old`);
  expect(again.headers.get('cache-control')).toBe('no-store');
  expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await used()).toBe(0);
});

it('has no picture of a template that cannot be rendered, and says so', async () => {
  const { team, get } = await member();
  const id = await server.template(team, { 'template.html': '{{ 1 / a }}', 'data.json': '{ "a": 0 }' });
  expect((await get(`/templates/${id}/thumbnail`)).status).toBe(204);
  expect((await get(`/templates/${id}/thumbnail`)).status).toBe(204);
});

it('shows no other team’s template, and nothing without a session', async () => {
  const owner = await member();
  const stranger = await member();
  const id = await server.template(owner.team, red);
  expect((await owner.get(`/templates/${id}/thumbnail`)).status).toBe(200);
  expect((await stranger.get(`/templates/${id}/thumbnail`)).status).toBe(403);
  expect((await fetch(`${server.url}/studio/api/templates/${id}/thumbnail`)).status).toBe(401);
});

it('takes no request from the rate limit of the team', async () => {
  const { team, get, post } = await member();
  const id = await server.template(team, red);
  for (let count = 0; count < 60; count++) {
    expect((await get(`/templates/${id}/thumbnail`)).status).toBe(200);
  }
  const { status } = await post(`templates/${id}/generate`, { data: {}, output: 'binary' });
  expect(status).toBe(200);
});

it('makes way for documents: all of them are rendered while pictures are wanted', async () => {
  const { team, get, post } = await member();
  const slow = `<p>.<script>window.pdfapiReady = new Promise((done) => setTimeout(done, 300));</script>`;
  const ids = await Promise.all(
    Array.from({ length: 6 }, (_, index) => server.template(team, `${slow}${index}`)),
  );
  const pictures = ids.map((id) => get(`/templates/${id}/thumbnail`));
  const documents = Array.from({ length: 12 }, () =>
    post(`templates/${ids[0]}/generate`, { data: {}, output: 'binary' }),
  );
  expect((await Promise.all(documents)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect((await Promise.all(pictures)).map(({ status }) => status)).toEqual(Array(6).fill(200));
});
