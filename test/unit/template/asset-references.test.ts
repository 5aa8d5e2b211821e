import { describe, expect, it } from 'vitest';
import { cssReferences, htmlReferences } from '../../../src/template/assets/asset-references.ts';

const paths = (html: string) => htmlReferences(html).map(({ path }) => path);

describe('files that HTML refers to', () => {
  it('are found wherever a page loads one', () => {
    expect(
      paths(`<link rel=stylesheet href="a.css"><script src=b.js></script>
        <body background="c.png"><img src="d%20d.png" srcset="e.png 1x, f.png 2x">
        <svg><image href="g.png"/><image xlink:href="h.png"/><use href="i.svg#x"/></svg>
        <p style="background: url('j.png')"><style>p { background: url(k.png) }</style>
        <template><img src="l.png"></template><object data="m.svg"></object>`),
    ).toEqual([
      'a.css',
      'b.js',
      'c.png',
      'd d.png',
      'e.png',
      'f.png',
      'g.png',
      'h.png',
      'i.svg',
      'j.png',
      'k.png',
      'l.png',
      'm.svg',
    ]);
  });

  it('exclude links, other hosts, data URLs and addresses with Twig', () => {
    expect(
      paths(`<a href="page.html">x</a><img src="https://example.org/a.png"><img src="//b/c.png">
        <img src="data:image/png;base64,x"><img src="{{ logo }}"><img src="img/{{ n }}.png"><img src="#x"><img src>`),
    ).toEqual([]);
  });

  it('start from the first base', () => {
    const image = '<img src="a.png"><img src="../b.png"><img src="/c.png">';
    expect(paths(`<base target="_top"><base href="assets/"><base href="other/">${image}`)).toEqual([
      'assets/a.png',
      'b.png',
      'c.png',
    ]);
    expect(paths(`<base href="pages/index.html">${image}`)).toEqual(['pages/a.png', 'b.png', 'c.png']);
    expect(paths(`<base href="https://example.org/">${image}`)).toEqual([]);
    expect(paths(`<base href="{{ base }}">${image}`)).toEqual(['a.png', 'b.png', 'c.png']);
    expect(htmlReferences('<base href="assets/"><img src="../../x.png">')[0]?.above).toBe('../../x.png');
  });

  it('are optional if a link is not a style sheet', () => {
    const optional = (html: string) => htmlReferences(html)[0]?.isOptional;
    expect(optional('<link rel="icon" href="a.ico">')).toBe(true);
    expect(optional('<link rel="preload StyleSheet" href="a.css">')).toBeUndefined();
    expect(optional('<img src="a.png">')).toBeUndefined();
  });

  it('have a line and a column', () => {
    expect(htmlReferences('<p>\n  <img alt="" src="a.png">')).toEqual([
      { path: 'a.png', line: 2, column: 15 },
    ]);
    expect(htmlReferences('<style>\np { x: url(a.png) }</style>')).toEqual([
      { path: 'a.png', line: 2, column: 8 },
    ]);
  });
});

describe('files that CSS refers to', () => {
  it('are relative to the CSS file', () => {
    expect(cssReferences('@import "b.css"; p { src: url(../f.woff2?#iefix) }', 'assets/css/a.css')).toEqual([
      { path: 'assets/css/b.css', line: 1, column: 1 },
      { path: 'assets/f.woff2', line: 1, column: 27 },
    ]);
  });

  it('handle a file name with characters that are special in addresses', () => {
    expect(cssReferences('a { b: url(x.png) }', 'a#b/50%?.css').map(({ path }) => path)).toEqual([
      'a#b/x.png',
    ]);
  });

  it('may lead above the folder, also indirectly', () => {
    const above = (css: string, file: string) => cssReferences(css, file)[0]?.above;
    expect(above('a { b: url(../x.png) }', 'styles.css')).toBe('../x.png');
    expect(above('a { b: url(../x.png) }', 'assets/a.css')).toBeUndefined();
    expect(above('a { b: url(../y/../../x.png?v) }', 'assets/a.css')).toBe('../y/../../x.png?v');
    expect(above('a { b: url(/x.png) }', 'assets/a.css')).toBeUndefined();
  });

  it('are ignored in comments', () => {
    expect(cssReferences('/* url(a.png)\n */ p { x: url(b.png) }')).toEqual([
      { path: 'b.png', line: 2, column: 12 },
    ]);
  });
});
