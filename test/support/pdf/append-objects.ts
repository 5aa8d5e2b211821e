/** Appends a revision to a PDF, as text: what a program writes that knows nothing of what is in the file. */
import { PdfRef } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { digits } from './build-pdf.ts';

/** Objects by number, new ones or instead of those of the file. Each character is one byte. `trailer`: further entries. */
export function appendObjects(
  pdf: Uint8Array,
  objects: Readonly<Record<number, string>>,
  trailer = '',
): Buffer {
  const { trailer: last, structure } = new PdfReader(pdf);
  const root = last.get('Root');
  if (!(root instanceof PdfRef)) throw new Error('The file has no catalog.');
  const numbers = Object.keys(objects).map(Number);
  const size = Math.max(Number(last.get('Size')), ...numbers.map((number) => number + 1));
  let added = '\n';
  const sections = numbers.map((number) => {
    const offset = pdf.length + added.length;
    added += `${number} 0 obj\n${objects[number]}\nendobj\n`;
    return `${number} 1\n${digits(offset)} 00000 n \n`;
  });
  const xref = pdf.length + added.length;
  const entries = `/Size ${size}/Prev ${structure.startXref}${trailer || `/Root ${root.number} 0 R`}`;
  added += `xref\n${sections.join('')}trailer\n<<${entries}>>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(added, 'latin1')]);
}
