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
  ['PDF/A-1a', archive('1', 'A'), 'pdfa-1a'],
  ['PDF/A-5', archive('5'), 'pdfa-5'],
  ['PDF/UA-3', accessible('3'), 'pdfua-3'],
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
  const both = claiming(archive('1', 'B') + accessible('1'));
  expect(checkConformance(both)).toMatchObject({
    claimed: ['pdfua-1'],
    unsupported: ['pdfa-1b'],
    checked: ['pdfua-1'],
  });
  const asked = checkConformance(both, { levels: ['pdfa-2b'] });
  expect(asked).toMatchObject({ unsupported: ['pdfa-1b'], checked: ['pdfa-2b'], held: [] });
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

it.each([
  ['4', '', 'pdfa-4'],
  ['4', 'E', 'pdfa-4e'],
  ['4', 'F', 'pdfa-4f'],
])('checks a claim of PDF/A-%s with the level "%s" for it', (part, level, claimed) => {
  expect(checkConformance(claiming(archive(part, level)))).toMatchObject({ claimed: [claimed], held: [] });
});

it('checks a claim of PDF/A-4 with a level of other parts for PDF/A-4, which it breaks', () => {
  const report = checkConformance(claiming(archive('4', 'B')));
  expect(report).toMatchObject({ claimed: ['pdfa-4'], unsupported: [], held: [] });
  expect(report.findings).toContainEqual(expect.objectContaining({ clause: '6.7.3', test: 3 }));
});
