/** The level `pdf`: what keeps readers from a part of a file. */
import { expect, it } from 'vitest';
import { checkFile } from '../../../src/conformance/check-conformance.ts';

/** A file of these objects, with a cross-reference table. */
function pdfOf(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  text += `trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>';
const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const damageOf = (...objects: string[]) => checkFile(pdfOf(objects), { levels: [], damage: true }).damage;

it('finds nothing in a sound file, and does not search unless it is asked to', () => {
  const sound = [catalog, pages, page, '<< /Length 3 >>\nstream\nq Q\nendstream'];
  expect(damageOf(...sound)).toEqual([]);
  expect(checkFile(pdfOf(sound), { levels: [] }).damage).toBeUndefined();
});

it('names a stream whose data cannot be decoded, and an object that is none', () => {
  const broken = '<< /Length 4 /Filter /FlateDecode >>\nstream\nabcd\nendstream';
  expect(damageOf(catalog, pages, page, broken)).toEqual([
    { clause: '7.4', message: expect.any(String), object: 4 },
  ]);
  expect(damageOf(catalog, pages, page, '<< /Length 3 >>\nstream\nq Q\nendstream', '<< /A [')).toEqual([
    { clause: '7.3.10', message: 'Object 5 cannot be read.', object: 5 },
  ]);
});

it('leaves the data of images to viewers', () => {
  const image = '<< /Length 4 /Filter /DCTDecode /Subtype /Image >>\nstream\nabcd\nendstream';
  expect(damageOf(catalog, pages, page, image)).toEqual([]);
});

it('finds a file without pages', () => {
  expect(damageOf(catalog, '<< /Type /Pages /Kids [] /Count 0 >>')).toEqual([
    { clause: '7.7.3', message: 'The file has no pages.' },
  ]);
});
