/** Builds small files that no available producer writes. */

export interface BuildOptions {
  readonly header?: string;
  /** Line end of a table row. The format requires two bytes. */
  readonly rowEnd?: string;
  readonly trailer?: string;
}

/** A minimal document: a catalog, one page. */
export const minimalObjects: Readonly<Record<number, string>> = {
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.28 841.89]>>',
};

/** Builds a file with a classic cross-reference table from objects by number. Each character is one byte. */
export function buildPdf(objects: Readonly<Record<number, string>>, options: BuildOptions = {}): Buffer {
  const { header = '%PDF-1.4\n', rowEnd = ' \n', trailer = '/Root 1 0 R' } = options;
  let file = header;
  const numbers = Object.keys(objects).map(Number);
  const size = Math.max(...numbers) + 1;
  const rows = [`0000000000 65535 f${rowEnd}`];
  for (let number = 1; number < size; number++) {
    const object = objects[number];
    rows.push(
      object === undefined ? `0000000000 00001 f${rowEnd}` : `${digits(file.length)} 00000 n${rowEnd}`,
    );
    if (object !== undefined) file += `${number} 0 obj\n${object}\nendobj\n`;
  }
  const xref = file.length;
  file += `xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}${trailer}>>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Pads an offset to the ten digits of a row of a cross-reference table. */
export function digits(offset: number): string {
  return String(offset).padStart(10, '0');
}

export function streamObject(dict: string, data: string): string {
  return `<<${dict}/Length ${data.length}>>\nstream\n${data}\nendstream`;
}
