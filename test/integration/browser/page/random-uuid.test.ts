/** Scripts that ask for a random identifier get one, although a document's address is not secure. */
import { expect, it } from 'vitest';
import { render } from '../../../../src/render/render.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { templateOf } from '../../../support/long-documents/print-both-ways.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

const html = `<!doctype html><title>Names</title><style>p { font: 8pt monospace }</style><p></p><iframe srcdoc="<script>parent.add(crypto.randomUUID())</script>"></iframe>
<script>
  window.add = (name) => document.querySelector('p').append(name + ' ');
  for (let i = 0; i < 3; i++) add(crypto.randomUUID());
  add(typeof crypto.randomUUID + ' ' + crypto.randomUUID.name + crypto.randomUUID.length);
</script>`;

async function namesIn(options: { reproducible?: { date: Date } } = {}): Promise<string[]> {
  const deadline = new Deadline();
  const { pdf } = await render({ template: templateOf(html), data: {}, ...options }, { browser, deadline });
  deadline.close();
  const text = (await readPdf(pdf)).pages.join(' ').replaceAll(/\s+/g, ' ');
  expect(text).toContain('function randomUUID0');
  return text.match(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g) ?? [];
}

it('each one is another, in frames too', async () => {
  const names = [...(await namesIn()), ...(await namesIn())];
  expect(new Set(names).size).toBe(8);
});

it('they are the same in each print of a reproducible document', async () => {
  const reproducible = { date: new Date('2026-01-01') };
  const names = await namesIn({ reproducible });
  expect(new Set(names).size).toBe(4);
  expect(await namesIn({ reproducible })).toEqual(names);
});
