import { describe, expect, it } from 'vitest';
import {
  assetPath,
  loadsFromNetwork,
  readableAddress,
  refersToAssets,
  refersToNetwork,
} from '../../../../src/template/model/document-address.ts';

describe('an address in a document', () => {
  it.each([
    ['logo.svg', 'logo.svg'],
    ['./assets/a%20b.png', 'assets/a b.png'],
    ['/assets/a.png?v=3#x', 'assets/a.png'],
    ['../../etc/passwd', 'etc/passwd'],
    ['a/../b.css', 'b.css'],
    ['%2e%2e/%2e%2e/secret', 'secret'],
  ])('%s has the path %s', (address, path) => expect(assetPath(address)).toBe(path));

  it.each([
    'https://example.com/a.png',
    '//example.com/a.png',
    'data:text/plain,x',
    'file:///etc/passwd',
    'mailto:a@b.c',
    '%',
  ])('%s is not a file of the document', (address) =>
    expect(assetPath(address)).toSatisfy((path) => path === undefined || path === '%'),
  );

  it('is reported without the internal host of the document', () => {
    expect(readableAddress('http://document.pdfapi.invalid/assets/a.png')).toBe('assets/a.png');
    expect(readableAddress('https://example.com/a.png')).toBe('https://example.com/a.png');
  });
});

describe('a document refers to its own files', () => {
  it.each([
    '<img src="a.png">',
    "<img src='a.png'>",
    '<img src=a.png>',
    '<link rel="stylesheet" href="x.css">',
    '<p style="background: url(a.png)">',
    '<style>@import "x.css"</style>',
    '<img srcset="a.png 2x">',
    '<image xlink:href="a.png"/>',
    '<img src="/a.png">',
  ])('%s', (html) => expect(refersToAssets(html)).toBe(true));

  it.each([
    '<h1>Hello</h1>',
    '<img src="data:image/png;base64,AA">',
    '<a href="#top">x</a>',
    '<a href="https://example.com">x</a>',
    '<a href="mailto:a@b.c">x</a>',
    '<p style="background:url(data:image/png,x)">',
  ])('but not in %s', (html) => expect(refersToAssets(html)).toBe(false));
});

describe('a document may refer to the network', () => {
  it.each([
    '<img src="https://example.com/a.png">',
    '<img src="//example.com/a.png">',
    '<img src="https:&#47;&#47;example.com">',
  ])('%s', (html) => expect(refersToNetwork(html)).toBe(true));
  it('but not without an address', () => expect(refersToNetwork('<h1>1 / 2</h1>')).toBe(false));
});

describe('spaces around a quote do not change what a document refers to', () => {
  it.each(['<img src= a.png>', '<img src = " a.png">', '<p style="background:url( \' a.png\')">'])(
    '%s refers to its own file',
    (html) => expect(refersToAssets(html)).toBe(true),
  );

  it.each(['<img src=  >', '<img src=" data:image/png,x">', '<p style="background: url( )">'])(
    '%s refers to no file',
    (html) => expect(refersToAssets(html)).toBe(false),
  );

  it.each([
    '<img src= //example.com/a.png>',
    '<img src = " https://example.com/a.png">',
    '<p style="background:url( \' //example.com/a.png\')">',
    "<style>@import ' https://example.com/a.css'</style>",
  ])('%s loads from the network', (html) => expect(loadsFromNetwork(html)).toBe(true));
});
