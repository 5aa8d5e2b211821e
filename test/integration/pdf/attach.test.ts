import { describe, expect, it } from 'vitest';
import { compactPdf, PdfError, setMetadata } from '../../../src/pdf/index.ts';
import { mergeFiles } from '../../../src/pdf/merge/merge-files.ts';
import type { PdfDict } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { attached } from '../../support/pdf/attached.ts';
import { fixture, fixtures } from '../../support/pdf/fixture.ts';
import { hasQpdf, run } from '../../support/pdf/installed.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';

const date = new Date('2026-01-31T12:34:56Z');
const xml = {
  name: 'factur-x.xml',
  data: Buffer.from('<Invoice>ü</Invoice>'),
  type: 'text/xml',
  description: 'Rechnungsdaten ü',
  relationship: 'Alternative',
  modified: date,
} as const;

describe.each(fixtures)('%s', (name) => {
  const before = fixture(name);
  const after = attached(before, [xml, { name: 'Tabelle №1.csv', data: Buffer.from('1,2\n'.repeat(1000)) }]);

  it('keeps its bytes and appends the files', async () => {
    expect(Buffer.compare(after.subarray(0, before.length), before)).toBe(0);
    const { attachments, text } = await viewed(after);
    expect(attachments).toEqual({
      'factur-x.xml': '<Invoice>ü</Invoice>',
      'Tabelle №1.csv': '1,2\n'.repeat(1000),
    });
    expect(text).toEqual((await viewed(before)).text);
  });

  it.runIf(hasQpdf)('passes the qpdf check', () => {
    run('qpdf', ['--check', '{}'], after);
    expect(run('qpdf', ['--list-attachments', '{}'], after)).toContain('factur-x.xml');
  });
});

it('stores type, relationship, dates and checksum of an attachment', () => {
  const file = new PdfReader(attached(fixture('plain'), [xml]));
  const [specification] = (file.array(file.catalog, 'AF') ?? []).map((item) => file.resolve(item) as PdfDict);
  expect(file.name(specification ?? new Map(), 'AFRelationship')).toBe('Alternative');
  const stream = file.get(file.dict(specification ?? new Map(), 'EF') ?? new Map(), 'UF') as {
    dict: PdfDict;
  };
  expect(file.name(stream.dict, 'Subtype')).toBe('text/xml');
  const parameters = file.dict(stream.dict, 'Params') ?? new Map();
  expect(parameters.get('Size')).toBe(xml.data.length);
  expect(parameters.get('ModDate')).toEqual({ bytes: "D:20260131123456+00'00'" });
});

it('keeps attachments, including equal names, through all later operations', async () => {
  const twice = attached(attached(fixture('report'), [xml]), [{ ...xml, data: Buffer.from('<Two/>') }]);
  const all = ['<Invoice>ü</Invoice>', '<Two/>'];
  for (const pdf of [
    twice,
    compactPdf(twice),
    mergeFiles([twice]),
    setMetadata(twice, { title: 'T' }, { date }),
  ]) {
    expect(Object.values((await viewed(pdf)).attachments).sort()).toEqual(all);
  }
});

it('rejects input that is not a PDF', () => {
  expect(() => attached(Buffer.from('x'), [xml])).toThrow(PdfError);
});
