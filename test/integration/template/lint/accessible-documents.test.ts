/** Documents that are to be PDF/UA: the lint finds the lines of what only their author can change. */
import { expect, it } from 'vitest';
import { render } from '../../../../src/render/render.ts';
import type { RenderRequest } from '../../../../src/render/render-request.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { noAssets } from '../../../../src/template/model/template.ts';
import { realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();

async function print(html: string, request: Partial<RenderRequest> = {}) {
  const template = { name: 'page', html, page: {}, metadata: {}, partials: {}, assets: noAssets };
  const deadline = new Deadline();
  try {
    return await render(
      { template, data: {}, standards: { pdfua: true }, ...request },
      { browser, deadline },
    );
  } finally {
    deadline.close();
  }
}

const start = '<!doctype html><html lang="en"><title>Offer</title>\n<h1>Offer</h1>\n';
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

it('a document that does not conform fails with the lines that may have caused it, and no others', async () => {
  const html = `${start}<a href="https://example.com">here</a>\n<img src="${pixel}">`;
  await expect(print(html)).rejects.toMatchObject({
    code: 'not_conforming',
    errors: {
      document: [expect.stringContaining('7.3')],
      source: [expect.stringMatching(/^template\.html:4:1: <img> has no text alternative.*\(image-alt\)$/)],
    },
  });
});

it('a document that conforms is made, with what the lint found as warnings', async () => {
  const html = `${start}<a href="https://example.com">here</a>`;
  const { report } = await print(html);
  expect(report.accessibility).toEqual([
    expect.objectContaining({ rule: 'link-text', line: 3, severity: 'warning' }),
  ]);
  await expect(print(html, { strict: true })).rejects.toMatchObject({ code: 'strict' });
});

it('a document that is not to be PDF/UA is not linted', async () => {
  const { report } = await print(`${start}<img src="${pixel}">`, { standards: { pdfa: '2b' } });
  expect(report.accessibility).toBeUndefined();
});
