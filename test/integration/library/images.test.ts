/** Images of pages as a program gets them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRenderer, type Renderer } from '../../../src/index.ts';
import { readPng } from '../../support/images/read-png.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await openRenderer({
    workers: 1,
    browserPath: otherBrowser,
    sandbox: browserOptions.sandbox,
  });
});
afterAll(async () => await renderer.close());

it('draws what was rendered, page by page', async () => {
  const { pdf } = await renderer.html('<p style="break-after: page">One<p>Two', { format: 'A6' });
  const sizes: unknown[] = [];
  for await (const { page, width, height, image } of renderer.images(pdf, { dpi: 100 })) {
    const png = readPng(image);
    expect([png.width, png.height]).toEqual([width, height]);
    sizes.push([page, Math.round(width / 10), Math.round(height / 10)]);
  }
  expect(sizes).toEqual([
    [1, 41, 58],
    [2, 41, 58],
  ]);
});

it('a consumer that stops ends the drawing, and the next PDF is drawn', async () => {
  for await (const { page } of renderer.images(fixture('report'), { dpi: 20 })) {
    expect(page).toBe(1);
    break;
  }
  for await (const { image } of renderer.images(fixture('plain'), { dpi: 20, format: 'jpeg' })) {
    expect(Buffer.from(image).toString('latin1', 6, 10)).toBe('JFIF');
  }
});

it.each([
  [{ dpi: 0 }, 'dpi'],
  [{ format: 'gif' as 'png' }, 'format'],
  [{ pages: 'x' }, 'pages'],
  [{ pages: '99' }, 'pages'],
])('%j is an error of its option', async (options, name) => {
  const drawing = renderer.images(fixture('plain'), options).next();
  await expect(drawing).rejects.toMatchObject({
    code: 'invalid_option',
    errors: { [name]: expect.any(Array) },
  });
});

it('a file that is no PDF is an error', async () => {
  await expect(renderer.images(Buffer.from('no')).next()).rejects.toMatchObject({ code: 'invalid_pdf' });
});
