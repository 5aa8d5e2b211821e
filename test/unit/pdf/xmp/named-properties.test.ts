/** Properties by name that are written and read again, by this reader, poppler and qpdf. */
import { describe, expect, it } from 'vitest';
import { checkConformance } from '../../../../src/conformance/index.ts';
import { setMetadata } from '../../../../src/pdf/index.ts';
import type { PdfStream } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import {
  findPropertyProblem,
  type NamedProperties,
  readProperties,
  writeProperties,
} from '../../../../src/pdf/xmp/named-properties.ts';
import { buildPdf, streamObject } from '../../../support/pdf/build-pdf.ts';
import { fixture } from '../../../support/pdf/fixture.ts';
import { hasPoppler, hasQpdf, run } from '../../../support/pdf/installed.ts';
import { xmpPacket } from '../../../support/pdf/tagged-pdf.ts';

const read = (pdf: Uint8Array) => readProperties(new PdfReader(pdf));
const report = fixture('report');

const fields: NamedProperties = {
  Title: 'Prüfbericht <2026> & mehr',
  Keywords: ['Öl', 'Gas'],
  Trapped: 'False',
  CreationDate: '2006-09-18T16:27:50-04:00',
  Department: 'Labor 3',
  'dc:rights': '© Beispiel GmbH',
  'xmpRights:Marked': true,
  'pdf:PDFVersion': 1.7,
  'dc:contributor': ['Ada', 'Grace'],
};

describe('properties that are written', () => {
  it('are read again, in Info and in XMP', () => {
    const pdf = writeProperties(report, fields);
    expect(read(pdf)).toMatchObject({
      ...fields,
      Keywords: 'Öl, Gas',
      'dc:title': fields.Title,
      'pdf:Keywords': 'Öl, Gas',
      'dc:subject': ['Öl', 'Gas'],
      'xmp:CreateDate': '2006-09-18T16:27:50-04:00',
      'xmpRights:Marked': 'True',
      'pdf:PDFVersion': '1.7',
    });
    if (hasQpdf) run('qpdf', ['--check', '{}'], pdf);
  });

  it.skipIf(!hasPoppler)('are what poppler reads', () => {
    const pdf = writeProperties(report, fields);
    const info = run('pdfinfo', ['-rawdates', '{}'], pdf);
    expect(info).toContain('Prüfbericht <2026> & mehr');
    expect(info).toContain("D:20060918162750-04'00'");
    expect(run('pdfinfo', ['-custom', '{}'], pdf)).toMatch(/^Department: +Labor 3$/m);
    expect(run('pdfinfo', ['-meta', '{}'], pdf)).toContain('© Beispiel GmbH');
  });

  it('leave the others as they are', () => {
    const first = writeProperties(report, fields);
    const again = writeProperties(first, { Author: 'Kim' });
    expect(read(again)).toEqual({ ...read(first), Author: 'Kim', 'dc:creator': ['Kim'] });
  });

  it('go if they are empty', () => {
    const after = read(
      writeProperties(writeProperties(report, fields), { Title: '', 'dc:rights': '', Department: '' }),
    );
    expect(after).not.toHaveProperty('Title');
    expect(after).not.toHaveProperty('dc:title');
    expect(after).not.toHaveProperty('dc:rights');
    expect(after).not.toHaveProperty('Department');
  });

  it('count for Info where they are named as in XMP', () => {
    expect(read(writeProperties(report, { 'dc:title': 'Named' })).Title).toBe('Named');
  });

  it('keep the label of an archive valid', () => {
    const labelled = setMetadata(report, {}, { date: new Date(0), standards: { pdfa: '2b' } });
    const before = checkConformance(labelled, { levels: ['pdfa-2b'] });
    const after = checkConformance(writeProperties(labelled, fields), { levels: ['pdfa-2b'] });
    expect(after).toEqual(before);
  });
});

const withPacket = (properties: string) =>
  buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>',
    3: '<</Type/Page/Parent 2 0 R>>',
    4: streamObject('/Type/Metadata/Subtype/XML', xmpPacket(properties)),
  });

describe('a packet that has more', () => {
  const history =
    '<rdf:Seq><rdf:li rdf:parseType="Resource"><ns:a xmlns:ns="urn:x">1 &amp; 2</ns:a></rdf:li></rdf:Seq>';
  const pdf = withPacket(
    `<q:History xmlns:q="urn:q">${history}</q:History><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li><rdf:li xml:lang="de">Alt</rdf:li></rdf:Alt></dc:title><q:b xmlns:q="urn:other">kept</q:b>`,
  );

  it('keeps structures and namespaces with the same prefix', () => {
    const written = writeProperties(pdf, { Author: 'Kim' });
    const file = new PdfReader(written);
    const metadata = file.get(file.catalog, 'Metadata') as PdfStream;
    const text = Buffer.from(file.decode(metadata)).toString('utf8');
    expect(text).toContain('1 &amp; 2');
    expect(text).toContain('xmlns:q="urn:q"');
    expect(text).toContain('xmlns:q1="urn:other"');
    expect(text).toContain('<rdf:li xml:lang="de">Alt</rdf:li>');
    expect(read(written)).toMatchObject({ 'dc:title': 'Old', 'q1:b': 'kept', Author: 'Kim' });
  });

  it('is written again if it cannot be read', () => {
    const broken = withPacket('<a>');
    expect(read(writeProperties(broken, { Title: 'New' }))).toEqual({ Title: 'New', 'dc:title': 'New' });
  });
});

describe('a property that cannot be written', () => {
  it.each([
    ['Bad Name', 'x', 'must be a name such as Title or xmpRights:Marked'],
    ['a:b:c', 'x', 'must be a name such as Title or xmpRights:Marked'],
    ['pdfaid:part', '2', expect.stringContaining('must begin with a known namespace')],
    ['foo:bar', '2', expect.stringContaining('must begin with a known namespace')],
    ['Title', 'a\u0000b', 'must not have control characters'],
    ['ModDate', 'yesterday', 'must be a date such as 2026-01-31T12:00:00+01:00'],
    ['Trapped', 'Maybe', 'must be True, False, Unknown'],
  ])('%s is refused', (name, value, problem) => {
    expect(findPropertyProblem(name, value)).toEqual(problem);
  });

  it.each([
    ['Title', 'Two\nlines'],
    ['CreationDate', '2006:09:18 16:27:50-04:00'],
    ['ModDate', '2006'],
    ['dc:rights', ''],
  ])('%s with %j is none', (name, value) => {
    expect(findPropertyProblem(name, value)).toBeUndefined();
  });
});
