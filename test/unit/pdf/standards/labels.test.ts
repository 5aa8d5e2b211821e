/** What a label consists of: the colour profile and the identification in the XMP. */
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { writeIdentification } from '../../../../src/pdf/standards/identification.ts';
import { makeSrgbProfile } from '../../../../src/pdf/standards/srgb-profile.ts';
import { toInvoiceAttachment } from '../../../../src/pdf/standards/standards.ts';
import { writeXmp } from '../../../../src/pdf/xmp/write-xmp.ts';
import { commonStandards } from '../../../../src/render/merged-standards.ts';

describe('the colour profile', () => {
  const profile = makeSrgbProfile();
  const tags = new Map(
    Array.from({ length: profile.readUInt32BE(128) }, (_, index) => {
      const at = 132 + index * 12;
      const start = profile.readUInt32BE(at + 4);
      const content = profile.subarray(start, start + profile.readUInt32BE(at + 8));
      return [profile.toString('latin1', at, at + 4), content] as const;
    }),
  );
  const numbers = (name: string, skip = 8) => {
    const content = tags.get(name)?.subarray(skip) ?? Buffer.alloc(0);
    return Array.from({ length: content.length / 4 }, (_, index) => content.readInt32BE(index * 4) / 65_536);
  };

  it('is a small display profile for RGB of ICC version 4, whose header has its length', () => {
    expect(profile.readUInt32BE(0)).toBe(profile.length);
    expect(profile.length).toBeLessThan(1_024);
    expect(profile.toString('latin1', 12, 24)).toBe('mntrRGB XYZ ');
    expect(profile.toString('latin1', 36, 40)).toBe('acsp');
    expect(profile[8]).toBe(4);
  });

  it('has primaries that add up to its white', () => {
    const sum = ['rXYZ', 'gXYZ', 'bXYZ']
      .map((name) => numbers(name))
      .reduce((a, b) => a.map((value, i) => value + (b[i] ?? 0)));
    for (const [i, value] of numbers('wtpt').entries()) expect(sum[i]).toBeCloseTo(value, 3);
  });

  it('has the curve of sRGB, which continues where its straight part ends', () => {
    const [gamma = 0, a = 0, b = 0, c = 0, d = 0] = numbers('rTRC', 12);
    expect((a * d + b) ** gamma).toBeCloseTo(c * d, 4);
    expect((a * 0.5 + b) ** gamma).toBeCloseTo(0.214, 3);
    expect(tags.get('bTRC')).toEqual(tags.get('gTRC'));
  });
});

describe('the identification', () => {
  /** Element names and texts. */
  const read = (xml: string) => {
    const texts: Record<string, string[]> = {};
    const parser = new SaxesParser({ xmlns: true });
    const path: string[] = [];
    parser.on('opentag', ({ name }) => path.push(name));
    parser.on('text', (text) => {
      const name = path.at(-1) ?? '';
      if (text.trim() !== '') texts[name] = [...(texts[name] ?? []), text];
    });
    parser.on('closetag', () => void path.pop());
    parser.write(xml).close();
    return texts;
  };
  const xmp = (standards: Parameters<typeof writeIdentification>[0]) =>
    read(writeXmp({ title: 'T', date: new Date(0) }, standards).replace(/^<\?xpacket.*\n/, ''));

  it('is absent without standards', () => {
    expect(writeIdentification(undefined)).toBe('');
    expect(writeIdentification({ pdfua: false })).toBe('');
  });

  it('names part and level of PDF/A', () => {
    const found = xmp({ pdfa: '2u' });
    expect(found).toMatchObject({ 'pdfaid:part': ['2'], 'pdfaid:conformance': ['U'] });
    expect(Object.keys(found).filter((name) => name.startsWith('pdfaSchema'))).toEqual([]);
  });

  it('names the revision of PDF/A-4 and PDF/UA-2, and that the tags are those of Well-Tagged PDF', () => {
    const found = xmp({ pdfa: '4f', pdfua: 2 });
    expect(found).toMatchObject({
      'pdfaid:part': ['4'],
      'pdfaid:conformance': ['F'],
      'pdfaid:rev': ['2020'],
      'pdfuaid:part': ['2'],
      'pdfuaid:rev': ['2024'],
      'pdfd:conformsTo': [
        'http://pdfa.org/declarations/wtpdf#accessibility1.0',
        'http://pdfa.org/declarations/wtpdf#reuse1.0',
      ],
    });
    expect(Object.keys(found).filter((name) => name.startsWith('pdfaSchema'))).toEqual([]);
    expect(xmp({ pdfa: '4' })).not.toHaveProperty('pdfaid:conformance');
  });

  it('describes the properties of PDF/UA and Factur-X only beside PDF/A', () => {
    const eInvoice = { xml: '<a/>', fileName: 'factur-x.xml', profile: 'EN 16931' };
    const found = xmp({ pdfa: '3a', pdfua: true, eInvoice });
    expect(found).toMatchObject({
      'pdfuaid:part': ['1'],
      'fx:DocumentType': ['INVOICE'],
      'fx:DocumentFileName': ['factur-x.xml'],
      'fx:Version': ['1.0'],
      'fx:ConformanceLevel': ['EN 16931'],
      'pdfaSchema:prefix': ['pdfuaid', 'fx'],
      'pdfaProperty:name': ['part', 'DocumentType', 'DocumentFileName', 'Version', 'ConformanceLevel'],
    });
    expect(xmp({ pdfua: true })).not.toHaveProperty('pdfaSchema:prefix');
  });
});

it.each([
  ['MINIMUM', 'Data'],
  ['BASIC WL', 'Data'],
  ['BASIC', 'Alternative'],
  ['EN 16931', 'Alternative'],
  ['XRECHNUNG', 'Alternative'],
])('an invoice of the profile %s is related to the page as %s', (profile, relationship) => {
  const date = new Date(0);
  expect(toInvoiceAttachment({ xml: 'ü', fileName: 'factur-x.xml', profile }, date)).toMatchObject({
    name: 'factur-x.xml',
    data: Buffer.from('ü'),
    type: 'text/xml',
    relationship,
    modified: date,
  });
});

describe('the labels that parts of a merge have in common', () => {
  it.each([
    [[{ pdfa: '3a' }, { pdfa: '3b' }], { pdfa: '3b', pdfua: false }],
    [
      [
        { pdfa: '2a', pdfua: true },
        { pdfa: '3u', pdfua: true },
      ],
      { pdfa: '3u', pdfua: true },
    ],
    [[{ pdfa: '2u' }, { pdfa: '2a' }], { pdfa: '2u', pdfua: false }],
    [[{ pdfa: '2u' }, {}], undefined],
    [[{ pdfua: 2 }, { pdfua: 2 }], { pdfa: undefined, pdfua: 2 }],
    [[{ pdfua: 2 }, { pdfua: true }], undefined],
    [[{ pdfa: '4' }, { pdfa: '4f' }], { pdfa: '4f', pdfua: false }],
    [[{ pdfa: '4e' }, { pdfa: '4f' }], undefined],
    [[{ pdfa: '4' }, { pdfa: '3a' }], undefined],
    [[{ pdfua: true }, { pdfa: '2b', pdfua: true }], { pdfa: undefined, pdfua: true }],
  ] as const)('%j', (claims, common) => {
    expect(commonStandards(claims)).toEqual(common);
  });
});
