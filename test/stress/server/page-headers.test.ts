/** Headers of a document that is too long for the thread of the server. */
import { expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.ts';
import { startTestServer } from '../../support/server/start-test-server.ts';

it('are filled and laid over in a thread', async () => {
  const server = await startTestServer({ flags: { rateLimit: '0' } });
  const { post } = await server.team();
  const paragraph = `<p>${'Text that fills pages. '.repeat(40)}</p>`;
  const { status, bytes } = await post('html-to-pdf', {
    html: `<h1>One</h1>${paragraph.repeat(600)}`,
    config: { header: '{{ page.number }} of {{ page.count }}' },
    output: 'binary',
  });
  expect(status).toBe(200);
  const { pages } = await readPdf(bytes);
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.at(-1)).toContain(`${pages.length} of ${pages.length}`);
});
