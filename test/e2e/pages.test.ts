/** The public pages of a server, `/billing` and `/docs`, in a real browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realPages } from '../support/real-page.ts';
import { run } from '../support/run.ts';
import { ask, type RunningServe, startServe } from '../support/running-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
const openPage = realPages();
let server: RunningServe;

beforeAll(async () => {
  server = await startServe(dataDir, ['--welcome-pack', 'always']);
});

const admin = async (...args: string[]) =>
  (await run(['admin', ...args, '--data-dir', dataDir], { cwd: folder })).stdout.trim();

describe('/billing', () => {
  it('opens with a token, and shows plan, usage, the last 31 days and credits', async () => {
    await ask(server, server.token, '/api/v1/html-to-pdf', { html: 'x' });
    await admin('credits', 'add', 'default', '250');
    const page = await openPage();
    await page.go(`${server.url}/billing`);
    await page.evaluate(`document.querySelector('input').value = ${JSON.stringify(server.token)};
      document.querySelector('button').click()`);
    await page.until(`document.querySelector('svg')`);
    const text = await page.evaluate<string>('document.body.innerText');
    expect(text).toContain('Plan: pro');
    expect(text).toMatch(/1 of 15,000 PDFs/);
    expect(text).toMatch(/250 left/);
    expect(text).toContain('pdfapi admin credits add default 1000');
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('svg rect')].map((bar) => bar.getBoundingClientRect().height)`,
    );
    expect(heights).toHaveLength(31);
    expect(heights.filter((height) => height > 0)).toEqual([heights.at(-1)]);
    expect(await page.evaluate('location.href')).not.toContain(server.token);
    expect(page.requests.every((url) => url.startsWith(server.url))).toBe(true);
    expect(page.errors).toEqual([]);
  });

  it('rejects a wrong token and a forged link', async () => {
    const page = await openPage();
    await page.go(`${server.url}/billing`);
    await page.evaluate(
      `document.querySelector('input').value = 'pdf_wrong'; document.querySelector('button').click()`,
    );
    await page.until(`document.querySelector('[role=alert]')`);
    expect(await page.evaluate('document.body.innerText')).toContain('This token is not valid.');
    await page.go(`${server.url}/billing/1?expires=9999999999&signature=1.AAAA`);
    expect(await page.evaluate('document.body.innerText')).toContain('This link is not valid.');
  });

  it('opens from the purchase_url of a 402, without a token', async () => {
    await admin('team', 'create', 'Söhne & Co', '--plan', 'basic', '--verified', '--quota', 'prepaid');
    const token = await admin('token', 'create', '--team', 'Söhne & Co');
    // First exceeding the quota adds the welcome pack, and a quota of 0 is exceeded immediately.
    expect((await ask(server, token, '/api/v1/html-to-pdf', { html: 'x' })).status).toBe(200);
    await admin('team', 'create', 'empty', '--verified', '--quota', 'prepaid');
    const poor = await admin('token', 'create', '--team', 'empty');
    const refused = await ask(server, poor, '/api/v1/html-to-pdf', { html: 'x' });
    expect(refused.status).toBe(402);
    const { purchase_url } = (await refused.json()) as { purchase_url: string };
    const page = await openPage();
    await page.go(purchase_url);
    const text = await page.evaluate<string>('document.body.innerText');
    expect(text).toContain('Plan: discovery');
    expect(text).toContain('Quota and credits are used up');
  });

  it('links to the shop of an operator who sells credits', async () => {
    const shop = await startServe(join(folder, 'shop'), [
      '--purchase-url',
      'https://shop.example.com/pdf?x=1',
    ]);
    const page = await openPage();
    await page.go(`${shop.url}/billing`);
    await page.evaluate(`document.querySelector('input').value = ${JSON.stringify(shop.token)};
      document.querySelector('button').click()`);
    await page.until(`document.querySelector('a.button')`);
    expect(await page.evaluate(`document.querySelector('a.button').href`)).toBe(
      'https://shop.example.com/pdf?x=1',
    );
    await shop.stop();
  });
});

// test/stress/server/docs-page.test.ts tests the contents; this tests the built page.
describe('/docs', () => {
  it('shows the reference, and requests nothing from another host', async () => {
    const page = await openPage();
    await page.go(`${server.url}/docs`);
    await page.until(`document.querySelector('h1')?.innerText.includes('pdfapi HTTP API')`);
    await page.until(`document.body.innerText.includes('/api/v1/templates/{template_id}/generate')`);
    expect(page.requests.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'))).toEqual(
      [],
    );
    expect([page.errors, page.scriptErrors]).toEqual([[], []]);
  });
});
