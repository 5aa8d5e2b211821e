/** What a caller reads whose long table takes more time than a document has. */
import { expect, it } from 'vitest';
import { type Member, startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0', timeout: '8s', pageMemory: '4GB' } });
await server.server.browser();

const ledger = ({ rows = 60_000, css = '' } = {}) =>
  `<!doctype html><html lang="en"><title>Ledger</title><style>td { font: 7pt sans-serif; padding: 0 }${css}</style><table><tbody>{% for k in 1..${rows / 100} %}{% for j in 1..100 %}<tr><td>{{ k }}.{{ j }}<td>Movement of the ledger{% endfor %}{% endfor %}</table></html>`;

const helps = [
  'with 60,000 table rows.',
  'Long documents print in half the time without accessibility tags: "tags": false in template.json.',
  'The limit is the server’s, and its operator can raise it.',
  'as a job (Prefer: respond-async)',
];

async function isAdvice(member: Member, message: string, more: readonly string[]) {
  for (const text of [...helps, ...more]) expect(message).toContain(text);
  expect(await member.used()).toBe(0);
}

it('a request: what is slow, how far it was, and what helps', { timeout: 60_000 }, async () => {
  const member = await server.team();
  const { status, json } = await member.post('html-to-pdf', { html: ledger() });
  expect(status).toBe(504);
  await isAdvice(member, json.message, ['the time ran out while printing the rows of a table']);
});

it('a document of a merge', { timeout: 60_000 }, async () => {
  const member = await server.team();
  const long = await server.template(member.team, ledger());
  const { status, json } = await member.post('templates/merge', { templates: [{ id: long, data: {} }] });
  expect(status).toBe(504);
  await isAdvice(member, json.message, ['the time ran out while printing the rows of a table']);
});

it('a job, whose table cannot be printed in parts', { timeout: 60_000 }, async () => {
  const member = await server.team();
  // Fewer rows: printed whole, more of them would reach the memory limit first.
  const html = ledger({ rows: 30_000, css: 'tr ~ tr { color: #111 }' });
  const { json } = await member.post('html-to-pdf', { html }, { prefer: 'respond-async' });
  const { data } = (await member.get(`jobs/${json.data.id}?wait=50`)).json;
  expect(data).toMatchObject({ state: 'failed', printing: null, error: { code: 'timeout' } });
  expect(data.error.message).toContain(
    'Its long table was not printed in parts, because its styles look for siblings (~).',
  );
  expect(await member.used()).toBe(0);
});
