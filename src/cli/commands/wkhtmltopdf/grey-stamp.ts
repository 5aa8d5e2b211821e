/** Shows pages in grey: a layer over them takes the saturation out of what is below (ISO 32000-2, 11.3.5.3). */
import type { Stamp } from '#template/model/stamp';
import type { PageSetup } from './page-setup.ts';

const pointsPerMillimetre = 72 / 25.4;

/** For pages of this size. Viewers and printers draw it; the colours stay in the file. */
export function greyStamp({ width, height }: Pick<PageSetup, 'width' | 'height'>): Stamp {
  // White has no saturation, and is right where nothing is drawn below.
  // Chromium rounds the sizes of pages.
  const [w, h] = [width, height].map((side) => (side * pointsPerMillimetre + 1).toFixed(2));
  const content = `/G gs 1 g 0 0 ${w} ${h} re f`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Resources << /ExtGState << /G << /BM /Saturation >> >> >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let pdf = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const at = pdf.length;
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  pdf += `${xref}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  const name = 'grayscale';
  return { name, content: { pdf: Buffer.from(pdf, 'latin1') }, isUnder: false, pagesField: name };
}
