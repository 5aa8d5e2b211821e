/** Long documents have a lane of their own, so that short ones do not wait for them. */
import { expect, it } from 'vitest';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer({ flags: { rateLimit: '0', workers: '1', timeout: '12s' } });
await server.server.browser();

const endless = '<script>for (;;);</script>';
/** Known to be long before it is printed, which takes no longer than that of another document. */
const long = `<p>Long</p><div hidden>${'<b></b>'.repeat(10_000)}</div>`;
const rows = (count: number) => `<table>${'<tr><td>1<td>2<td>3<td>4</tr>'.repeat(count)}</table>`;

it.each([
  ['one team', true],
  ['another team', false],
])('short documents of %s are printed while long ones are', async (_, isSame) => {
  const sender = await server.team();
  const other = isSame ? sender : await server.team();
  const ended: number[] = [];
  // As many as have places without such a lane.
  const requests = Array.from({ length: 3 }, async () => {
    const { status } = await sender.post('html-to-pdf', { html: `${rows(2_500)}${endless}` });
    ended.push(status);
  });
  await expect.poll(async () => (await metrics()).runningLong, { timeout: 30_000 }).toBeGreaterThan(0);
  const short = await Promise.all(
    Array.from({ length: 4 }, () => other.post('html-to-pdf', { html: '<p>Receipt</p>' })),
  );
  expect({ short: short.map(({ status }) => status), ended }).toEqual({
    short: [200, 200, 200, 200],
    ended: [],
  });
  await Promise.all(requests);
  expect(ended).toEqual([504, 504, 504]);
  await expect.poll(metrics, { timeout: 30_000 }).toEqual({ running: 0, runningLong: 0, waitingLong: 0 });
});

it('a merge may have long documents', async () => {
  const member = await server.team();
  const first = await server.template(member.team, long);
  const short = await server.template(member.team, '<p>Short</p>');
  const { status } = await member.post('templates/merge', {
    templates: [{ id: first }, { id: short }, { id: first }],
  });
  expect(status).toBe(200);
});

it('a document that turns out to be long gives its place back', async () => {
  const member = await server.team();
  const requests = Array.from({ length: 2 }, () => member.post('html-to-pdf', { html: endless }));
  await expect.poll(async () => (await metrics()).runningLong, { timeout: 30_000 }).toBeGreaterThan(0);
  const short = await member.post('html-to-pdf', { html: '<p>Receipt</p>' });
  expect(short.status).toBe(200);
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([504, 504]);
});

it('the row of a job does not lose its time while another long document is printed', async () => {
  const member = await server.team();
  // Two of them take longer than the timeout.
  const html = `${long}<script>window.pdfapiReady = new Promise((go) => setTimeout(go, 7_000))</script>`;
  const request = member.post('html-to-pdf', { html });
  await expect.poll(async () => (await metrics()).runningLong, { timeout: 30_000 }).toBeGreaterThan(0);
  const accepted = await member.post('html-to-pdf', { html }, { prefer: 'respond-async' });
  const job = `jobs/${accepted.json.data.id}`;
  const finishedAt = async () => (await member.get(`${job}?wait=10`)).json.data.finished_at;
  await expect.poll(finishedAt, { timeout: 60_000 }).not.toBeNull();
  const { json } = await member.get(job);
  expect(json.data).toMatchObject({ state: 'finished', error: null });
  expect((await request).status).toBe(200);
  expect(await member.used()).toBe(2);
});

async function metrics() {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
  return {
    running: value('pdfapi_queue_running'),
    runningLong: value('pdfapi_queue_running_long'),
    waitingLong: value('pdfapi_queue_waiting_long'),
  };
}
