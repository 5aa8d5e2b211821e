/** Screenshots as a program gets them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRenderer, type Renderer } from '../../../src/index.ts';
import { startSite } from '../../support/browser/start-site.ts';
import { readPng } from '../../support/images/read-png.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';

let renderer: Renderer;
beforeAll(async () => {
  renderer = await openRenderer({ workers: 1, browserPath: otherBrowser, sandbox: browserOptions.sandbox });
});
afterAll(async () => await renderer.close());

const html =
  '<style>body { margin: 0; background: #00f; height: 2000px } @media print { body { background: #f00 } } p { margin: 0; width: 100px; height: 50px; background: #0f0 }</style><p>';
const viewport = { width: 400, height: 300 };

/** Red, green and blue of a pixel. */
function colorAt(png: Uint8Array, x: number, y: number): number[] {
  const { width, data } = readPng(png);
  return [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
}

it('shows the window with the styles for screens', async () => {
  const { image, width, height, warnings } = await renderer.screenshot({ html }, { viewport });
  expect([width, height, warnings]).toEqual([400, 300, []]);
  expect([readPng(image).width, readPng(image).height]).toEqual([400, 300]);
  expect([colorAt(image, 50, 25), colorAt(image, 200, 200)]).toEqual([
    [0, 255, 0],
    [0, 0, 255],
  ]);
  const printed = await renderer.screenshot({ html }, { viewport, media: 'print' });
  expect(colorAt(printed.image, 200, 200)).toEqual([255, 0, 0]);
});

it('shows 1280 × 720 pixels of a page by default, after its scripts', async () => {
  await using site = await startSite(
    () => '<body><script>setTimeout(() => { document.body.style.background = "#123456" }, 300)</script>',
  );
  const { image, width, height } = await renderer.screenshot(
    { url: site.origin },
    { allowHosts: [site.host] },
  );
  expect([width, height]).toEqual([1280, 720]);
  expect(colorAt(image, 640, 360)).toEqual([0x12, 0x34, 0x56]);
});

it('shows the whole page, a part of it, or more pixels of it', async () => {
  const full = await renderer.screenshot({ html }, { viewport, fullPage: true });
  expect([full.width, full.height]).toEqual([400, 2000]);
  expect(colorAt(full.image, 399, 1999)).toEqual([0, 0, 255]);
  const clip = { x: 90, y: 40, width: 20, height: 1000 };
  const part = await renderer.screenshot({ html }, { viewport, clip });
  expect([part.width, part.height]).toEqual([20, 1000]);
  expect([colorAt(part.image, 5, 5), colorAt(part.image, 15, 5)]).toEqual([
    [0, 255, 0],
    [0, 0, 255],
  ]);
  const sharp = await renderer.screenshot({ html }, { viewport, deviceScaleFactor: 2 });
  expect([readPng(sharp.image).width, sharp.height]).toEqual([800, 600]);
});

it.each([
  ['jpeg', 'JFIF', 6],
  ['webp', 'WEBP', 8],
] as const)('is %s of a quality', async (format, mark, at) => {
  const noisy = `<body style="margin:0"><canvas id="c" width="400" height="300"></canvas><script>
    const g = c.getContext('2d'); for (let i = 0; i < 3000; i++) { g.fillStyle = 'hsl(' + i * 37 % 360 + ' 80% 50%)'; g.fillRect(i * 53 % 400, i * 91 % 300, 9, 9) }</script>`;
  const options = { viewport, format };
  const good = await renderer.screenshot({ html: noisy }, { ...options, quality: 95 });
  const poor = await renderer.screenshot({ html: noisy }, { ...options, quality: 5 });
  expect(Buffer.from(good.image).toString('latin1', at, at + 4)).toBe(mark);
  expect(poor.image.length).toBeLessThan(good.image.length / 2);
});

it('is transparent without a background', async () => {
  const transparent = await renderer.screenshot({ html: '<p>a' }, { viewport, omitBackground: true });
  const white = await renderer.screenshot({ html: '<p>a' }, { viewport });
  // The kind of a PNG: with or without alpha.
  expect([transparent.image[25], white.image[25]]).toEqual([6, 2]);
});

it('shows Markdown and templates with their data', async () => {
  const red = '<style>body { background: {{ color }} }</style>';
  const data = { color: '#ff0000' };
  for (const source of [{ template: { 'template.html': red } }, { html: red }, { markdown: red }]) {
    const { image } = await renderer.screenshot(source, { viewport, data });
    expect(colorAt(image, 390, 290)).toEqual([255, 0, 0]);
  }
});

it.each([
  [{ html: '', url: 'https://example.com' }, {}, 'source'],
  [{}, {}, 'source'],
  [{ html }, { clip: { x: 0, y: 0, width: 20_000, height: 10 } }, 'screenshot'],
  [{ html }, { quality: 101 }, 'quality'],
  [{ html }, { format: 'gif' }, 'format'],
  [{ html }, { margins: 10 }, 'margins'],
])('%j with %j is an error of %s', async (source, options, name) => {
  await expect(renderer.screenshot(source, options as object)).rejects.toMatchObject({
    code: 'invalid_option',
    errors: { [name]: expect.any(Array) },
  });
});
