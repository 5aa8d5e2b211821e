/** Untrusted headers and footers: what would end the renderer is removed, and nothing overflows the stack. */
import { afterAll, describe, expect, it } from 'vitest';
import { parseHeaderFooter } from '../../../../../src/core/browser/header-footer/parse-header-footer.ts';
import { startHtmlParser } from '../../../../../src/core/browser/html/start-html-parser.ts';
import { hasScripts } from '../../../../../src/core/browser/print/scripts.ts';
import { unknownFacts } from '../../../../../src/core/browser/print/text-facts.ts';
import { Deadline } from '../../../../../src/core/deadline.ts';

const address = 'http://127.0.0.1/x';
const shown = (header: string) => JSON.stringify(parseHeaderFooter({ header }).header);

describe('a header', () => {
  it.each([
    `<link rel=stylesheet href="${address}">`,
    `<LINK REL=stylesheet HREF=" ${address}">`,
    `<base href="${address}"><link rel=stylesheet href="x.css">`,
    `<style>@import "${address}";</style>`,
    `<style>@import url(${address});</style>`,
    `<style>@\\69mport '${address}';</style>`,
    `<style>@\\import '${address}';</style>`,
    `<style>@font-face{font-family:a;src:url("${address}")}</style>`,
    `<style>@font-face{font-family:a;src:url(${address}</style>`,
    `<style>@font-face{font-family:a;src:url(h\\74tp://127.0.0.1/x)}</style>`,
    `<p style="background:url(${address})">`,
    `<svg><filter><feImage href="${address}"/></filter></svg>`,
    `<svg><feImage xlink:href="${address}"/></svg>`,
    `<svg><rect filter="url(${address})"/></svg>`,
    `<img src="//127.0.0.1/x">`,
  ])('loses the external resource of %s and reports it', (header) => {
    expect(shown(header)).not.toContain('127.0.0.1');
    expect(parseHeaderFooter({ header }).outer.join()).toContain('127.0.0.1/x');
  });

  it.each([
    '<p style="background:url(data:image/png;base64,AA)">',
    '<style>@font-face{font-family:a;src:url(assets/a.woff2)}</style>',
    '<svg><rect fill="url(#a)"/></svg>',
    `<a href="${address}">`,
    '<img src="assets/logo.svg">',
    '<style>p::before{content:"\\2022"}</style>',
  ])('keeps %s', (header) => {
    expect(parseHeaderFooter({ header }).outer).toEqual([]);
    expect(shown(header).replaceAll('\\"', '"')).toContain(
      header.match(/url\([^)]*\)|http[^"]*|assets[^"]*/)?.[0] ?? '2022',
    );
  });
});

describe('elements nested 100,000 deep', () => {
  const nested = '<div>'.repeat(100_000);

  it('in a header cause an error that names the limit', () => {
    expect(() => parseHeaderFooter({ header: nested })).toThrow(
      'The header has elements nested more than 512 deep.',
    );
  });

  it('do not hide the scripts of a document', async () => {
    expect(await hasScripts(`<!--http-equiv-->${nested}`)).toBe(false);
    expect(await hasScripts(`${nested}<script>1</script>`)).toBe(true);
  });
});

describe('the HTML parser of a server', () => {
  const parser = startHtmlParser({ maxParsingMs: 2_000 });
  const deadline = new Deadline(60_000);
  afterAll(async () => {
    deadline.close();
    await parser.close();
  });
  const unclosed = '<b><i><p></b>'.repeat(800_000);

  it('assumes that a document has scripts if parsing takes too long', async () => {
    expect(
      await parser.hasScripts(`<!--http-equiv-->${'<p>x</p>'.repeat(5_000)}`, unknownFacts, deadline),
    ).toBe(false);
    expect(await parser.hasScripts(`<!--http-equiv-->${unclosed}`, unknownFacts, deadline)).toBe(true);
  });

  it('gives up on a header that takes too long, and parses the next one', async () => {
    await expect(parser.margins({ header: unclosed }, deadline)).rejects.toMatchObject({
      code: 'page_failed',
    });
    const { header } = await parser.margins({ header: '<p>x</p>'.repeat(5_000) }, deadline);
    expect(header?.join('')).toBe('<p>x</p>'.repeat(5_000));
  });
});
