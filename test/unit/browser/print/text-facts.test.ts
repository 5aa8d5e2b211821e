import { afterAll, expect, it } from 'vitest';
import { startHtmlParser } from '../../../../src/browser/html/start-html-parser.ts';
import {
  lazyFacts,
  readFacts,
  type TextFacts,
  unknownFacts,
} from '../../../../src/browser/print/text-facts.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';

const nothing: TextFacts = {
  refersToAssets: false,
  refersToNetwork: false,
  loadsFromNetwork: false,
  namesWorkers: false,
  mayHaveScripts: false,
  mayMissGlyphs: false,
  setsPolicy: false,
  outlivesDocument: false,
  endsStyle: false,
  linksInside: false,
  mayLink: false,
  mayHint: false,
  mayShowFiles: false,
  usesPagedMedia: false,
  mayNameUnprintedCss: false,
  mayBeReversed: false,
  pageRules: { size: undefined, margins: {}, ignoredSizes: [] },
  layoutTraits: { mayCut: false, mayFix: false },
};

const cases: [string, Partial<TextFacts>][] = [
  ['<p>text</p>', {}],
  ['<a href="#end">', { linksInside: true, mayLink: true }],
  ['<img src="logo.png">', { refersToAssets: true, mayShowFiles: true }],
  ['<a href="https://example.com">', { refersToNetwork: true, mayLink: true }],
  [
    '<img src="//example.com/a.png">',
    { refersToAssets: true, refersToNetwork: true, loadsFromNetwork: true, mayShowFiles: true },
  ],
  ['<article><address>', {}],
  ['<map><AREA shape=rect>', { mayLink: true }],
  ['<svg:a/>', { mayLink: true }],
  ['<dl><dt>', { mayHint: true }],
  ['<m:math>', { mayHint: true }],
  ['<abbr title=x>', { mayHint: true }],
  ['<html lang=en><p lang=de><span class=lang><i >lang=', {}],
  ['<span class=x lang = fr>', { mayHint: true }],
  ['<p style="background: URL(data:image/png,x)">', { mayShowFiles: true }],
  ['<style>@import "more.css";', { refersToAssets: true, mayShowFiles: true }],
  ['<svg:image/>', { mayShowFiles: true }],
  ['<svg.1:image/>', { mayShowFiles: true }],
  ['<?xml-stylesheet href="sheet.css"?>', { refersToAssets: true, mayShowFiles: true }],
  ['<p style="background: u&#114;l(data:image/png,x)">', { mayMissGlyphs: true, mayShowFiles: true }],
  ['<!DOCTYPE html [<!ENTITY end "x">]>', { mayLink: true, mayHint: true, mayShowFiles: true }],
  ['<script>new Worker(name)</script>', { namesWorkers: true, mayHaveScripts: true }],
  ['<p>日本</p>', { mayMissGlyphs: true }],
  [
    '<meta http-equiv="Content-Security-Policy" content="img-src none">',
    { setsPolicy: true, outlivesDocument: true, mayHaveScripts: true },
  ],
  ['</STYLE >', { endsStyle: true }],
  ['<style>h1 { string-set: chapter content() }', { usesPagedMedia: true }],
  ['<style>.x { counter-reset: part page 1 }', { usesPagedMedia: true }],
  ['<style>@page { @top-left { content: counter(page) counter(chapter) } }', { usesPagedMedia: true }],
  ['<style>@page { @top-left { content: counter(page) "/" counter( pages) } }', {}],
  ['<style>h1:after { color: red; content: "p. " counter( page ) }', { usesPagedMedia: true }],
  [
    '<style>@page { size: folio }</style>',
    { endsStyle: true, pageRules: { size: undefined, margins: {}, ignoredSizes: ['folio'] } },
  ],
];

it.each(cases)('%.60s', (text, facts) => {
  expect(readFacts(text)).toEqual({ ...nothing, ...facts });
  const lazy = lazyFacts(text);
  for (const name of Object.keys(nothing) as (keyof TextFacts)[]) {
    expect(lazy[name]).toEqual(readFacts(text)[name]);
    // The second access returns the cached value.
    expect(lazy[name]).toEqual(readFacts(text)[name]);
  }
});

const deadline = new Deadline(60_000);
const parser = startHtmlParser();
afterAll(async () => {
  deadline.close();
  await parser.close();
});

it('a thread finds the same facts in long texts', async () => {
  for (const [text, facts] of cases) {
    const html = `${text}<!--${'x'.repeat(300_000)}-->`;
    const both = await parser.facts({ html, styles: 'a{color:red}' }, deadline);
    expect(both).toEqual({ html: { ...nothing, ...facts }, styles: nothing });
  }
});

it('a text that takes too long is assumed to need everything', async () => {
  const hasty = startHtmlParser({ maxParsingMs: 1 });
  const html = '<'.repeat(20_000_000);
  expect(await hasty.facts({ html }, deadline)).toEqual({ html: unknownFacts, styles: unknownFacts });
  await hasty.close();
});
