/** A PDF as scanners write it: large pictures, and little else. */
import { noiseJpeg } from '../pictures/noise-jpeg.ts';
import { buildPdf, streamObject } from './build-pdf.ts';

const jpegs = [1, 2].map((seed) => noiseJpeg({ width: 2400, height: 1600, detail: 21, seed }));

/**
 * 20 MB: ten pages with a link to the last one. Each has a picture of its own, except for the first, whose picture every second
 * number has.
 */
export function scans(number: number): Buffer {
  const jpeg = jpegs[number % 2] as Buffer;
  const pages = Array.from({ length: 10 }, (_, i) => i);
  const image =
    '/Type/XObject/Subtype/Image/Width 2400/Height 1600/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode';
  const objects: Record<number, string> = {
    1: `<</Type/Catalog/Pages 2 0 R/Lang(en)/Dests<</end[${30} 0 R/Fit]>>>>`,
    2: `<</Type/Pages/Count 10/Kids[${pages.map((i) => `${21 + i} 0 R`).join(' ')}]>>`,
    3: '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest/end>>',
    4: `<</Title(Scans ${number})>>`,
  };
  for (const i of pages) {
    // A comment after the picture makes another one of it.
    const data = i === 0 ? jpeg : Buffer.concat([jpeg, Buffer.from(`${number} ${i}`)]);
    objects[21 + i] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 240 160]/Annots[3 0 R]/Contents ${41 + i} 0 R/Resources<</XObject<</P ${61 + i} 0 R>>>>>>`;
    objects[41 + i] = streamObject('', `q 240 0 0 160 0 0 cm /P Do Q`);
    objects[61 + i] = streamObject(image, data.toString('latin1'));
  }
  return buildPdf(objects, { trailer: '/Root 1 0 R/Info 4 0 R' });
}
