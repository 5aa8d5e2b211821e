/**
 * Forged and altered signatures, after the attacks published on readers of PDFs: universal signature forgery, incremental
 * saving, signature wrapping, and shadow attacks. Each must be named.
 */
import { describe, expect, it } from 'vitest';
import { formFields } from '../../../../src/pdf/document/form-fields.ts';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import { setMetadata } from '../../../../src/pdf/index.ts';
import {
  type PdfDict,
  PdfName,
  PdfRef,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { getSignatureFields } from '../../../../src/pdf/signing/signature-fields.ts';
import { IncrementalUpdate } from '../../../../src/pdf/writing/incremental-update.ts';
import { digits } from '../../../support/pdf/build-pdf.ts';
import { fixture } from '../../../support/pdf/fixture.ts';
import { errorsOf, firstSignature, formPdf, signed, warningsOf } from './signed.ts';

const original = await signed(formPdf);

/** Appends an update, as a program would that knows nothing of signatures. */
function updated(pdf: Uint8Array, change: (file: PdfReader, update: IncrementalUpdate) => void): Buffer {
  const file = new PdfReader(pdf);
  const update = new IncrementalUpdate(file);
  change(file, update);
  return Buffer.concat([pdf, update.bytes(new Map())]);
}

function firstPage(file: PdfReader): { ref: PdfRef; dict: PdfDict } {
  const [page] = getPages(file);
  if (!page?.ref) throw new Error('There is no page.');
  return { ref: page.ref, dict: page.dict };
}

const contents = () => new PdfStream(new Map(), Buffer.from('1 0 0 rg 0 0 500 500 re f'));

const replaced = (pdf: Buffer, from: string | RegExp, to: string) =>
  Buffer.from(pdf.toString('latin1').replace(from, to.replaceAll('$', '$$$$')), 'latin1');

const range = /\/ByteRange\[[^\]]*\]/;

describe('a signature that does not cover what it must', () => {
  const width = range.exec(original.toString('latin1'))?.[0].length ?? 0;
  const numbers = (range.exec(original.toString('latin1'))?.[0].match(/\d+/g) ?? []).map(Number);
  const [, first = 0, second = 0, last = 0] = numbers;
  const withRange = (text: string) => replaced(original, range, `/ByteRange${text}`.padEnd(width));

  it.each([
    ['begins later', `[9 ${first - 9} ${second} ${last}]`, 'it does not cover the beginning of the file'],
    ['is no list', ' null', 'it does not say which bytes it covers (ByteRange)'],
    ['is empty', '[]', 'its ByteRange is not four numbers'],
    ['has one part', `[0 ${first}]`, 'its ByteRange is not four numbers'],
    ['has three parts', `[0 ${first} ${second} 9 ${second + 9} 9]`, 'its ByteRange is not four numbers'],
    ['is negative', `[0 -1 ${second} ${last}]`, 'its ByteRange is not four numbers'],
    ['overlaps itself', `[0 ${second} ${first} ${last}]`, 'its ByteRange lies outside the file'],
    ['is longer than the file', `[0 ${first} ${second} ${last + 1}]`, 'its ByteRange lies outside the file'],
    [
      'leaves out more than the signature',
      `[0 ${first - 9} ${second} ${last}]`,
      'the gap in its ByteRange holds more than the signature',
    ],
    [
      'ends within a revision',
      `[0 ${first} ${second} ${last - 20}]`,
      'what it covers does not end with a revision of the file (%%EOF)',
    ],
  ])('because its range %s', (_, text, problem) => {
    expect(errorsOf(withRange(text))).toContain(`not_covered: It does not protect the document: ${problem}.`);
  });

  it('because it is empty, or missing', () => {
    const text = original.toString('latin1');
    const hex = /\/Contents<([0-9a-f]*)>/.exec(text)?.[1] ?? '';
    expect(errorsOf(replaced(original, hex, '0'.repeat(hex.length)))).toContain(
      'malformed: The signature is empty.',
    );
    const renamed = replaced(original, '/Contents<', '/Kontents<');
    expect(errorsOf(renamed)).toContain('malformed: The signature is empty.');
  });

  it('because it is of a kind that cannot be verified', () => {
    const other = replaced(original, 'ETSI.CAdES.detached', 'adbe.x509.rsa_sha1'.padEnd(19, '1'));
    expect(errorsOf(other).join()).toContain('unsupported: Signatures of the kind adbe.x509.rsa_sha11');
  });

  it('because the gap belongs to another object', () => {
    // The signature moves into a new object; the signed bytes stay where they were, with content in the gap's place.
    const wrapped = updated(original, (file, update) => {
      const [field] = getSignatureFields(file);
      const value = field && file.dict(field.dict, 'V');
      if (!field?.ref || !value) throw new Error('There is no signature.');
      update.replace(field.ref, new Map(field.dict).set('V', update.add(new Map(value))));
    });
    expect(errorsOf(wrapped)).toContain(
      'not_covered: It does not protect the document: the gap in its ByteRange is in another object.',
    );
  });
});

describe('a document that was changed after it was signed', () => {
  const changedContent = updated(original, (file, update) => {
    const { ref, dict } = firstPage(file);
    update.replace(ref, new Map(dict).set('Contents', update.add(contents())));
  });

  it('has other content', () => {
    expect(errorsOf(changedContent)).toEqual(['changed: Changed after it: the content of page 1.']);
    expect(firstSignature(changedContent)).toMatchObject({ valid: false, coversFile: false });
  });

  it('has other content, and a second signature that hides it', async () => {
    expect(errorsOf(await signed(changedContent))).toContain(
      'changed: Changed after it: the content of page 1.',
    );
  });

  it('has a content stream of the same number', () => {
    const pdf = updated(original, (file, update) => {
      const ref = firstPage(file).dict.get('Contents');
      if (!(ref instanceof PdfRef)) throw new Error('The contents are no reference.');
      update.replace(ref, contents());
    });
    expect(errorsOf(pdf).join()).toMatch(/changed: Changed after it: object \d+/);
  });

  it('has more pages', () => {
    const pdf = updated(original, (file, update) => {
      const pages = file.catalog.get('Pages');
      if (!(pages instanceof PdfRef)) throw new Error('The pages are no reference.');
      const dict = new Map(file.dict(file.catalog, 'Pages'));
      const kids = file.array(dict, 'Kids') ?? [];
      update.replace(pages, dict.set('Kids', [...kids, ...kids]).set('Count', 2));
    });
    expect(errorsOf(pdf)).not.toEqual([]);
  });

  it('has another catalog, or an action when it opens', () => {
    for (const change of [
      new Map<string, PdfValue>([
        ['OpenAction', new Map<string, PdfValue>([['S', new PdfName('JavaScript')]])],
      ]),
      new Map<string, PdfValue>([['OCProperties', new Map()]]),
    ]) {
      const pdf = updated(original, (file, update) => {
        const root = file.trailer.get('Root');
        if (root instanceof PdfRef) update.replace(root, new Map([...file.catalog, ...change]));
      });
      expect(errorsOf(pdf)).toEqual(['changed: Changed after it: the catalog.']);
    }
  });

  it('shows what was hidden in it: a new table alone leads to another object', async () => {
    // Signed together with a second content that nothing refers to.
    const prepared = updated(fixture('plain'), (_, update) => {
      update.add(contents());
    });
    const file = new PdfReader(prepared);
    const hidden = (file.number(file.trailer, 'Size') ?? 0) - 1;
    const place = prepared.lastIndexOf(`${hidden} 0 obj`);
    const pdf = await signed(prepared);
    const ref = firstPage(new PdfReader(pdf)).dict.get('Contents');
    if (!(ref instanceof PdfRef)) throw new Error('The contents are no reference.');
    const { trailer, structure } = new PdfReader(pdf);
    // The object in its place must have the number of the one that it replaces.
    const header = `${ref.number} 0 obj`.padStart(`${hidden} 0 obj`.length, ' ');
    const disguised = Buffer.from(pdf);
    disguised.write(header, place, 'latin1');
    const root = trailer.get('Root');
    const table =
      `xref\n${ref.number} 1\n${digits(place + header.search(/\d/))} 00000 n \n` +
      `trailer\n<</Size ${trailer.get('Size')}/Prev ${structure.startXref}` +
      `/Root ${root instanceof PdfRef ? root.number : 0} 0 R>>\nstartxref\n${disguised.length}\n%%EOF\n`;
    const attacked = Buffer.concat([disguised, Buffer.from(table)]);
    expect(errorsOf(attacked).join()).toContain(`Changed after it: object ${ref.number}`);
  });

  it('has bytes that only a repairing reader finds', () => {
    const body = '\n3 0 obj\n<</Type/Page>>\nendobj\n%%EOF\n';
    expect(errorsOf(Buffer.concat([original, Buffer.from(body)]))).toEqual([
      'changed: Changed after it: bytes after the end of the document.',
    ]);
    expect(errorsOf(Buffer.concat([original, Buffer.from('\r\n')]))).toEqual([]);
  });
});

describe('changes that a signature permits', () => {
  const filled = (pdf: Uint8Array) =>
    updated(pdf, (file, update) => {
      const field = [...formFields(file)].find(({ name }) => name === 'town');
      if (!field?.ref) throw new Error('There is no text field.');
      update.replace(field.ref, new Map(field.dict).set('V', new PdfString('filled in')));
    });
  const annotated = (pdf: Uint8Array) =>
    updated(pdf, (file, update) => {
      const { ref, dict } = firstPage(file);
      const note = update.add(
        new Map<string, PdfValue>([
          ['Type', new PdfName('Annot')],
          ['Subtype', new PdfName('Text')],
          ['Rect', [0, 0, 20, 20]],
        ]),
      );
      update.replace(ref, new Map(dict).set('Annots', [...(file.array(dict, 'Annots') ?? []), note]));
    });
  const renamed = (pdf: Uint8Array) => setMetadata(pdf, { title: 'Other' }, { date: new Date(0) });

  it('are named, and leave it valid', () => {
    expect(errorsOf(filled(original))).toEqual([]);
    expect(warningsOf(filled(original))).toEqual([
      'changed: Changed after it, as is permitted: the field town.',
    ]);
    expect(errorsOf(annotated(original))).toEqual([]);
    expect(warningsOf(annotated(original))).toEqual([
      'changed: Changed after it, as is permitted: an annotation on page 1.',
    ]);
    expect(warningsOf(renamed(original))).toEqual([
      'changed: Changed after it, as is permitted: the properties of the document.',
    ]);
  });

  it('are those that a certified document permits', async () => {
    for (const [certification, change, isPermitted] of [
      [1, filled, false],
      [1, annotated, false],
      [1, renamed, false],
      [2, filled, true],
      [2, annotated, false],
      [3, filled, true],
      [3, annotated, true],
    ] as const) {
      const pdf = change(await signed(formPdf, { certification }));
      expect([certification, change.name, firstSignature(pdf).valid]).toEqual([
        certification,
        change.name,
        isPermitted,
      ]);
    }
  });

  it('are none in a field that the signature locks', async () => {
    const locking = (lock: PdfDict) =>
      updated(formPdf, (file, update) => {
        const form = file.catalog.get('AcroForm');
        const dict = new Map(file.dict(file.catalog, 'AcroForm'));
        const field = update.add(
          new Map<string, PdfValue>([
            ['FT', new PdfName('Sig')],
            ['T', new PdfString('Author')],
            ['Lock', lock],
            ['Type', new PdfName('Annot')],
            ['Subtype', new PdfName('Widget')],
            ['Rect', [0, 0, 0, 0]],
          ]),
        );
        dict.set('Fields', [...(file.array(dict, 'Fields') ?? []), field]);
        if (form instanceof PdfRef) update.replace(form, dict);
        else {
          const root = file.trailer.get('Root');
          if (root instanceof PdfRef) update.replace(root, new Map(file.catalog).set('AcroForm', dict));
        }
      });
    const all = new Map<string, PdfValue>([['Action', new PdfName('All')]]);
    const others = new Map<string, PdfValue>([
      ['Action', new PdfName('Include')],
      ['Fields', [new PdfString('another')]],
    ]);
    expect(errorsOf(filled(await signed(locking(all), { field: 'Author' })))).toEqual([
      'changed: Changed after it: the locked field town.',
    ]);
    expect(errorsOf(filled(await signed(locking(others), { field: 'Author' })))).toEqual([]);
  });
});
