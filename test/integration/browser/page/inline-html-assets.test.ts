import { describe, expect, it } from 'vitest';
import { inlineHtmlAssets } from '../../../../src/browser/page/inline-html-assets.ts';
import { loadsFromNetwork } from '../../../../src/template/model/document-address.ts';
import { assetsOf } from '../../../support/real-browser.ts';

const assets = assetsOf({ 'a.svg': { type: 'image/svg+xml', bytes: '<svg/>' } });
const data = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`;

describe('files are inlined into a document', () => {
  it.each([
    ['<img src="a.svg">', `<img src="${data}">`],
    [`<img alt="src='x'" src='a.svg' width=3>`, `<img alt="src='x'" src='${data}' width=3>`],
    ['<IMG\nSRC = "./a.svg">', `<IMG\nSRC = "${data}">`],
    [
      '<style media="print">p { background: url(a.svg) }</style>',
      `<style media="print">p { background: url("${data}") }</style>`,
    ],
  ])('%s', async (html, expected) => {
    expect(await inlineHtmlAssets(html, assets)).toBe(expected);
  });

  it.each([
    '<img src="missing.svg">',
    '<img src="https://example.com/a.svg">',
    '<img src=a.svg>',
    '<p>url(a.svg) img src="a.svg"</p>',
    '<p style="background: url(a.svg)">x</p>',
    '<img alt="no source"><p title=\'src="a.svg"\'>',
  ])('but not into %s', async (html) => {
    expect(await inlineHtmlAssets(html, assets)).toBe(html);
  });
});

it('a small file that is named too often is not inlined', async () => {
  const file = assetsOf({ 'a.svg': { type: 'image/svg+xml', bytes: 'x'.repeat(8_000) } });
  const html = `<style>${'url(a.svg)'.repeat(100_000)}</style><img src="a.svg">`;
  expect(await inlineHtmlAssets(html, file)).toBe(html);
});

describe('a document loads from the network', () => {
  it.each([
    '<img src="https://example.com/a.png">',
    '<img src=//example.com/a.png>',
    '<img srcset="https://example.com/a.png 2x">',
    '<link rel="stylesheet" href="https://example.com/a.css">',
    '<style>@import "https://example.com/a.css"</style>',
    '<p style="background: url( \'https://example.com/a.png\')">',
    '<svg><image href="https://example.com/a.png"/></svg>',
  ])('%s', (html) => {
    expect(loadsFromNetwork(html)).toBe(true);
  });

  it.each([
    '<a href="https://example.com/">a link</a>',
    '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">',
    '<img src="data:image/png;base64,AA//BB">',
    'see https://example.com',
  ])('but not with %s', (html) => {
    expect(loadsFromNetwork(html)).toBe(false);
  });
});
