/** The labels of pictures that are no `<img>`: those that the lint accepts are in the PDF. */
import { expect, it } from 'vitest';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { findPrintedElements } from '../../../src/pdf/tagging/printed-elements.ts';
import { decodeTextString } from '../../../src/pdf/text-string.ts';
import { render } from '../../../src/render/render.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { assetsOf, realBrowser } from '../../support/real-browser.ts';

const browser = realBrowser();

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const size = 'width="20" height="20"';
const square = '<rect width="20" height="20"/>';

it.each([
  `<canvas ${size} aria-label="Shown"></canvas>`,
  `<canvas ${size} aria-label="Shown">Other text</canvas>`,
  `<canvas ${size} title="Shown"><p>Other text</p></canvas>`,
  `<canvas ${size} role="img" aria-label="Shown"></canvas>`,
  `<object ${size} data="dot.png" type="image/png" aria-label="Shown"></object>`,
  `<object ${size} data="dot.png" type="image/png" role="img" aria-label="Shown"></object>`,
  `<svg ${size} aria-label="Shown">${square}</svg>`,
  `<svg ${size}><title>Shown</title>${square}</svg>`,
])('%s is described, and the lint does not object', async (picture) => {
  const draw =
    '<script>for (const each of document.querySelectorAll("canvas")) each.getContext("2d").fillRect(0, 0, 9, 9)</script>';
  const html = `<!doctype html><html lang="en"><title>Labels</title><p>Text ${picture}</p>${draw}`;
  const assets = assetsOf({ 'dot.png': { type: 'image/png', bytes: dot } });
  const template = { name: 'test', page: {}, metadata: {}, partials: {}, assets, html };
  const deadline = new Deadline();
  const { pdf, report } = await render(
    { template, data: {}, lint: 'warn', compact: false },
    { browser, deadline },
  );
  deadline.close();
  expect(report.accessibility).toEqual([]);
  const file = new PdfReader(Buffer.from(pdf));
  const figures = [...findPrintedElements(file, 'Figure')];
  const labels = figures.map(({ dict }) => file.string(dict, 'Alt'));
  expect(labels.map((label) => label && decodeTextString(label))).toEqual(['Shown']);
});
