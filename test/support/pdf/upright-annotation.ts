import { buildPdf, streamObject } from './build-pdf.ts';

/**
 * A page that is turned by so many degrees, with an annotation that stays upright (`/F 20`) and one that is turned with it.
 * `entries`: what each of them is, by its name. `catalog`: further entries of the catalog; the annotations are 4 and 5.
 */
export const uprightAnnotation = (turn: number, entries: (name: string) => string, catalog = ''): Buffer =>
  buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 288]/Rotate ${turn}/Annots[4 0 R 5 0 R]>>`,
    4: `<</Type/Annot${entries('a')}/Rect[144 144 216 180]/F 20/AP<</N 6 0 R>>>>`,
    5: `<</Type/Annot${entries('b')}/Rect[36 36 108 72]/F 4/AP<</N 6 0 R>>>>`,
    6: streamObject('/Subtype/Form/BBox[0 0 72 36]', '1 0 0 rg 0 0 72 36 re f 0 0 1 rg 0 0 36 18 re f'),
  });
