import { describe, expect, it } from 'vitest';
import { compile } from '../../../../src/twig/index.ts';

const render = (template: string, data: object = {}) => compile(template).render(data);

describe('qrcode', () => {
  it('prints an SVG that is not escaped', () => {
    const svg = render("{{ qrcode('https://example.com/?a=1&b=2') }}");
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 37 37" width="30mm"/);
    expect(svg).toContain('aria-label="https://example.com/?a=1&amp;b=2"');
  });

  it('accepts a level, a size, a margin and colours', () => {
    const svg = render(
      "{{ qrcode('x', {level: 'H', size: '2cm', margin: 0, color: '#036', background: 'none'}) }}",
    );
    expect(svg).toContain('viewBox="0 0 21 21" width="2cm" height="2cm"');
    expect(svg).toContain('fill="#036"');
    expect(svg).not.toContain('<rect');
  });

  it('does not let data break out of its attributes', () => {
    expect(render('{{ qrcode(x) }}', { x: '"><script>' })).not.toContain('<script');
    for (const options of [
      { color: '"/><script>' },
      { size: '1"' },
      { background: 'url(x)' },
      { onload: 'x' },
    ]) {
      expect(() => render('{{ qrcode("x", o) }}', { o: options })).toThrow(/qrcode/);
    }
  });

  it('rejects empty and oversized texts, and too many codes', () => {
    expect(() => render('{{ qrcode("") }}')).toThrow(/1 to 1000 bytes/);
    expect(() => render('{{ qrcode(x) }}', { x: 'é'.repeat(501) })).toThrow(/not 1002/);
    expect(() => render('{% for i in 1..100000 %}{{ qrcode("x") }}{% endfor %}')).toThrow(
      /steps|milliseconds/,
    );
  });
});

describe('barcode', () => {
  it('prints an SVG with its text below', () => {
    const svg = render("{{ barcode('ABC-1234') }}");
    expect(svg).toMatch(/^<svg .*<text .*>ABC-1234<\/text><\/svg>$/);
  });

  it.each([
    ['4006381333931', 'ean13'],
    ['96385074', 'EAN-8'],
    ['042100005264', 'upc'],
    ['15400141288763', 'itf14'],
    ['AB 12', 'code39'],
    ['1234', 'pharmacode'],
  ])('encodes %s as %s', (text, type) => {
    expect(render('{{ barcode(text, type, {text: false, height: "15mm"}) }}', { text, type })).toMatch(
      /^<svg .*height="15mm".*<path [^>]*d="M[^<]*"\/><\/svg>$/,
    );
  });

  it('names the valid types in an error, and rejects data that does not fit', () => {
    expect(() => render("{{ barcode('1', 'nope') }}")).toThrow(/valid ones: code128, /);
    expect(() => render("{{ barcode('123', 'ean13') }}")).toThrow(/cannot be a barcode of type "ean13"/);
    expect(() => render("{{ barcode('4006381333932', 'ean13') }}")).toThrow(/cannot be/);
    expect(() => render("{{ barcode('x', 'code128', {color: 'a b'}) }}")).toThrow(/colour/);
  });
});
