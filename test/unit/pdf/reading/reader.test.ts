import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PdfRef, type PdfStream } from '../../../../src/pdf/object.ts';
import type { PdfErrorCode } from '../../../../src/pdf/pdf-error.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { buildPdf, digits, minimalObjects, streamObject } from '../../../support/pdf/build-pdf.ts';
import { fixture, fixtures } from '../../../support/pdf/fixture.ts';

const objects = { ...minimalObjects, 4: '(four)', 5: '[4 0 R 9 0 R]', 6: '5 0 R' };

function text(file: PdfReader, number: number, generation = 0): unknown {
  const value = file.resolve(file.ref(number, generation));
  return value && typeof value === 'object' && 'bytes' in value ? value.bytes : value;
}

const refused = (code: PdfErrorCode) => expect.objectContaining({ name: 'PdfError', code });

/** Appends a revision with the given objects and a table with one row per subsection. */
function revision(before: Buffer, changed: Readonly<Record<number, string>>, trailer: string): Buffer {
  let added = '';
  let rows = '';
  for (const [number, object] of Object.entries(changed)) {
    rows += `${number} 1\n${digits(before.length + added.length)} 00000 n \n`;
    added += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const startXref = before.length + added.length;
  return Buffer.concat([
    before,
    Buffer.from(`${added}xref\n${rows}trailer\n<<${trailer}>>\nstartxref\n${startXref}\n%%EOF\n`, 'latin1'),
  ]);
}

const startXrefOf = (pdf: Buffer) => Number(/startxref\n(\d+)\n%%EOF\n/.exec(pdf.toString('latin1'))?.[1]);

describe('objects', () => {
  const file = new PdfReader(buildPdf(objects));

  it('are found by reference, through references', () => {
    expect(text(file, 4)).toBe('four');
    expect(file.resolve(file.ref(6, 0))).toEqual([file.ref(4, 0), file.ref(9, 0)]);
  });

  it('are parsed once', () => {
    expect(file.resolve(file.ref(5, 0))).toBe(file.resolve(file.ref(5, 0)));
    expect(file.ref(5, 0)).toBe(file.ref(5, 0));
  });

  it('are null if the file does not have them or has them in another generation', () => {
    expect(text(file, 9)).toBeNull();
    expect(text(file, 4, 1)).toBeNull();
    expect(text(file, 4)).toBe('four');
  });

  it('cannot be looked up by a reference of another file', () => {
    const other = new PdfReader(buildPdf(objects));
    expect(() => file.resolve(other.ref(4, 0))).toThrow('does not belong to this file');
    expect(() => file.resolve(new PdfRef(4, 0, { description: 'a test' }))).toThrow('A reference of a test');
  });
});

it('adds objects that no reference of the file leads to', () => {
  // The file has seven objects, and refers to those that would come next.
  const referring = { ...minimalObjects, 7: '[8 0 R 9 0 R 10 0 R 11 0 R]' };
  const file = new PdfReader(buildPdf(referring));
  const added = ['one', 'two', 'three'].map((value) => file.add(value.length));
  const references = file.resolve(file.ref(7, 0));
  const found = (Array.isArray(references) ? references : []).map((value) => file.resolve(value));
  expect(found).toEqual([null, null, null, null]);
  expect(added.map((ref) => file.resolve(ref))).toEqual([3, 3, 5]);
});

describe('a classic table', () => {
  it.each(['\n', '\r\n', '\r', ' \r\n'])('may have rows that end in %j', (rowEnd) => {
    expect(text(new PdfReader(buildPdf(objects, { rowEnd })), 4)).toBe('four');
  });

  it('counts offsets from the header, wherever that is', () => {
    const pdf = Buffer.concat([Buffer.from('junk before\n'), buildPdf(objects)]);
    expect(text(new PdfReader(pdf), 4)).toBe('four');
  });

  it('is overridden by a later revision, which can also delete', () => {
    const before = buildPdf(objects);
    const trailer = `/Size 8/Root 1 0 R/Prev ${startXrefOf(before)}`;
    const after = revision(before, { 4: '(new)', 7: '(seven)' }, trailer);
    const file = new PdfReader(after);
    expect([text(file, 4), text(file, 7), file.version]).toEqual(['new', 'seven', '1.4']);
    const deleted = after.toString('latin1').replace(/(4 1\n)\d{10} 00000 n/, '$10000000000 00001 f');
    expect(text(new PdfReader(Buffer.from(deleted, 'latin1')), 4)).toBeNull();
  });

  it('has no earlier section where its trailer says 0, as some producers write', () => {
    const pdf = buildPdf(objects, { trailer: '/Root 1 0 R/Prev 0' });
    expect(text(new PdfReader(pdf), 4)).toBe('four');
  });

  it('may have hundreds of revisions', () => {
    let pdf: Buffer = buildPdf(objects);
    for (let i = 0; i < 200; i++) {
      pdf = revision(pdf, { 4: `(${i})` }, `/Size 7/Root 1 0 R/Prev ${startXrefOf(pdf)}`);
    }
    const file = new PdfReader(pdf);
    expect([text(file, 4), file.name(file.catalog, 'Type')]).toEqual(['199', 'Catalog']);
  });
});

it('ends streams at their length, or at endstream if the length is wrong', () => {
  const data = (length: string) => {
    const pdf = buildPdf({
      ...objects,
      4: `<</Length ${length}>>\nstream\r\nsome data\r\nendstream`,
      7: '9',
    });
    const file = new PdfReader(pdf);
    return Buffer.from((file.resolve(file.ref(4, 0)) as PdfStream).data).toString();
  };
  for (const length of ['9', '7 0 R', '5', '500', '-1', '/x', '4 0 R', '99 0 R'])
    expect(data(length)).toBe('some data');
});

it.each([' \r\n', '  \n', '\t\r\n', ' \r', '\r\n', '\n'])(
  'begins the data of a stream after the line end where %j follows its keyword',
  (after) => {
    const pdf = buildPdf({ ...objects, 4: `<</Length 9>>\nstream${after} 0 0 m 1 \nendstream` });
    const file = new PdfReader(pdf);
    expect(Buffer.from((file.resolve(file.ref(4, 0)) as PdfStream).data).toString()).toBe(' 0 0 m 1 ');
  },
);

describe('cross-reference streams and object streams', () => {
  it.each(['report-object-streams', 'report-linearized-object-streams'] as const)(
    '%s: read like the plain file',
    (name) => {
      const [plain, packed] = [new PdfReader(fixture('report')), new PdfReader(fixture(name))];
      expect(packed.structure.usesStreams).toBe(true);
      expect([...packed.catalog.keys()].sort()).toEqual([...plain.catalog.keys()].sort());
      expect(packed.string(packed.catalog, 'Lang')).toEqual(plain.string(plain.catalog, 'Lang'));
    },
  );

  const packed = streamObject('/Type/ObjStm/N 2/First 10', '4 0 8 4   (hi)(ho)');
  const rows = (...entries: [number, number, number][]) =>
    entries.map(([type, place, index]) => String.fromCharCode(type, place >> 8, place & 255, index)).join('');

  /** A file whose last section is a table with a stream beside it. `table`: the rows, each with its range. */
  const hybridFile = (
    base: Buffer,
    stream: { readonly index: string; readonly rows: string },
    table: string,
  ) => {
    const hidden = base.length;
    const dict = `/Type/XRef/Size 9/W[1 2 1]/Index[${stream.index}]`;
    const object = `7 0 obj\n${streamObject(dict, stream.rows)}\nendobj\n`;
    const withStream = Buffer.concat([base, Buffer.from(object, 'latin1')]);
    const trailer = `/Size 9/Root 1 0 R/XRefStm ${hidden}/Prev ${startXrefOf(base)}`;
    const text = revision(withStream, {}, trailer).toString('latin1');
    return new PdfReader(Buffer.from(text.replace(/xref\ntrailer/, `xref\n${table}trailer`), 'latin1'));
  };
  const freeRow = '0000000000 65535 f \n';

  it('of a hybrid file list objects that its table hides', () => {
    const base = buildPdf({ ...minimalObjects, 5: packed });
    const stream = { index: '4 1 8 1', rows: rows([2, 5, 0], [2, 5, 1]) };
    const file = hybridFile(base, stream, `4 1\n${freeRow}`);
    expect([text(file, 4), text(file, 8)]).toEqual(['hi', 'ho']);
    expect(file.structure.usesStreams).toBe(false);
  });

  it('of a hybrid file count after the objects that its table lists, and before older sections', () => {
    const old = buildPdf({ ...minimalObjects, 4: '(old)', 5: packed, 6: '(removed)', 8: '(older)' });
    const base = Buffer.concat([old, Buffer.from('4 0 obj\n(new)\nendobj\n', 'latin1')]);
    // The stream claims the old object 4; the table lists the new one, and frees 6, which the stream does not list.
    const stream = { index: '4 1 8 1', rows: rows([1, old.indexOf('4 0 obj'), 0], [2, 5, 1]) };
    const listed = `${String(old.length).padStart(10, '0')} 00000 n \n`;
    const file = hybridFile(base, stream, `4 1\n${listed}6 1\n${freeRow}`);
    expect([text(file, 4), text(file, 8), file.resolve(file.ref(6, 0))]).toEqual(['new', 'ho', null]);
  });

  it('may be compressed with a predictor', () => {
    const base = buildPdf({ ...minimalObjects, 5: packed });
    const offset = (number: number) => base.indexOf(`${number} 0 obj`);
    const plain = rows([1, offset(1), 0], [1, offset(2), 0], [1, offset(3), 0], [2, 5, 0], [1, offset(5), 0]);
    let filtered = '';
    for (let i = 0; i < plain.length; i += 4) {
      filtered += '\x02';
      for (let j = i; j < i + 4; j++) {
        filtered += String.fromCharCode((plain.charCodeAt(j) - (i ? plain.charCodeAt(j - 4) : 0)) & 255);
      }
    }
    const parameters = '/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>';
    const dict = `/Type/XRef/Size 6/W[1 2 1]/Index[1 5]/Root 1 0 R${parameters}`;
    const object = streamObject(dict, deflateSync(Buffer.from(filtered, 'latin1')).toString('latin1'));
    const end = `9 0 obj\n${object}\nendobj\nstartxref\n${base.length}\n%%EOF\n`;
    const file = new PdfReader(Buffer.concat([base, Buffer.from(end, 'latin1')]));
    expect([text(file, 4), file.name(file.catalog, 'Type')]).toEqual(['hi', 'Catalog']);
  });
});

describe('rejects unreadable files', () => {
  it('with not_pdf', () => {
    expect(() => new PdfReader(Buffer.from('<html>'))).toThrow(refused('not_pdf'));
    expect(() => new PdfReader(new Uint8Array())).toThrow(refused('not_pdf'));
  });

  it('with encrypted', () => {
    expect(() => new PdfReader(fixture('plain-encrypted'))).toThrow(refused('encrypted'));
  });

  it('with unsupported', () => {
    const file = new PdfReader(buildPdf({ ...objects, 4: streamObject('/Filter/DCTDecode', 'x') }));
    expect(() => file.decode(file.resolve(file.ref(4, 0)) as PdfStream)).toThrow(refused('unsupported'));
  });

  it.each(fixtures)('with malformed if truncated: %s', (name) => {
    const whole = fixture(name);
    expect(() => new PdfReader(whole.subarray(0, whole.length / 2)).catalog).toThrow(refused('malformed'));
  });

  it('with malformed if a reference leads to another object, or if there is no catalog', () => {
    const shifted = buildPdf(objects).toString('latin1').replace('\n4 0 obj', '\n7 0 obj');
    expect(() => text(new PdfReader(Buffer.from(shifted, 'latin1')), 4)).toThrow(refused('malformed'));
    expect(() => new PdfReader(buildPdf(objects, { trailer: '' })).catalog).toThrow(refused('malformed'));
  });
});
