import { expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { buildPdf, minimalObjects, streamObject } from '../../support/pdf/build-pdf.ts';
import { metadataObject, taggedObjects, taggedPdf, xmpPacket } from '../../support/pdf/tagged-pdf.ts';

const claiming = (properties: string) => taggedPdf({ 5: metadataObject(xmpPacket(properties)) });
const archive = (part: string, level = '') =>
  `<pdfaid:part>${part}</pdfaid:part>${level && `<pdfaid:conformance>${level}</pdfaid:conformance>`}`;
const accessible = (part: string) => `<pdfuaid:part>${part}</pdfuaid:part>`;
const printed = 'xmlns:p="http://www.npes.org/pdfx/ns/id/"';

it.each([
  ['PDF/A-1b', archive('1', 'B'), 'pdfa-1b'],
  ['PDF/A-4 with an empty level', `${archive('4')}<pdfaid:conformance></pdfaid:conformance>`, 'pdfa-4'],
  ['PDF/A-4f', archive('4', 'F'), 'pdfa-4f'],
  ['PDF/UA-2', accessible('2'), 'pdfua-2'],
  [
    'PDF/X-4',
    `<pdfxid:GTS_PDFXVersion ${printed.replace(':p', ':pdfxid')}>PDF/X-4</pdfxid:GTS_PDFXVersion>`,
    'pdfx-4',
  ],
  ['PDF/VT-1', `<p:GTS_PDFVTVersion ${printed}>PDF/VT-1</p:GTS_PDFVTVersion>`, 'pdfvt-1'],
  ['PDF/E-1', `<p:ISO_PDFEVersion ${printed}>PDF/E-1</p:ISO_PDFEVersion>`, 'pdfe-1'],
])('names the claim of %s, and checks nothing that nobody claims', (_, properties, level) => {
  expect(checkConformance(claiming(properties))).toEqual({
    claimed: [],
    unsupported: [level],
    checked: [],
    held: [],
    findings: [],
  });
});

it('reads the claim of PDF/X from the document information dictionary', () => {
  const objects = {
    ...minimalObjects,
    5: '<</GTS_PDFXVersion(PDF/X-1:2001)/GTS_PDFXConformance(PDF/X-1a:2001)>>',
  };
  const pdf = buildPdf(objects, { trailer: '/Root 1 0 R/Info 5 0 R' });
  expect(checkConformance(pdf)).toMatchObject({ unsupported: ['pdfx-1a:2001'], checked: [] });
});

it('reads claims from a packet in UTF-16', () => {
  const packet = Buffer.from(`\ufeff${xmpPacket(archive('1', 'A'))}`, 'utf16le').swap16();
  const pdf = taggedPdf({ 5: streamObject('/Type/Metadata/Subtype/XML', packet.toString('latin1')) });
  expect(checkConformance(pdf).unsupported).toEqual(['pdfa-1a']);
});

it('checks what it can of several claims, and what is asked for in spite of the claim', () => {
  const both = claiming(archive('4') + accessible('1'));
  expect(checkConformance(both)).toMatchObject({
    claimed: ['pdfua-1'],
    unsupported: ['pdfa-4'],
    checked: ['pdfua-1'],
  });
  const asked = checkConformance(both, { levels: ['pdfa-2b'] });
  expect(asked).toMatchObject({ unsupported: ['pdfa-4'], checked: ['pdfa-2b'], held: [] });
});

it.each(['', 'X'])('checks a claim of PDF/A-3 with the level "%s" for PDF/A-3b, which it breaks', (level) => {
  const report = checkConformance(claiming(archive('3', level)));
  expect(report).toMatchObject({ claimed: ['pdfa-3b'], unsupported: [], held: [] });
  expect(report.findings).toContainEqual(expect.objectContaining({ clause: '6.6.4', test: 3 }));
});

it('checks a file that claims nothing, or a part that cannot be, for PDF/A-2b and PDF/UA-1', () => {
  const { 5: _, ...withoutMetadata } = taggedObjects;
  for (const pdf of [buildPdf(withoutMetadata), claiming(archive('0', 'B'))]) {
    expect(checkConformance(pdf)).toMatchObject({
      claimed: [],
      unsupported: [],
      checked: ['pdfa-2b', 'pdfua-1'],
    });
  }
});
