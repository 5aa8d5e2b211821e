/** A signed file with all that later revisions may change, and what is said of changes. */
import type { CertificationLevel } from '../../../../src/pdf/signing/signature-dictionary.ts';
import { appendObjects } from '../../../support/pdf/append-objects.ts';
import { buildPdf, streamObject } from '../../../support/pdf/build-pdf.ts';
import { signed } from './signed.ts';

export const objects = {
  1: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/Extensions 7 0 R/Metadata 19 0 R/DSS 20 0 R>>',
  2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Annots[6 0 R 15 0 R]/Resources 8 0 R>>',
  4: streamObject('', '/X Do /Missing Do'),
  5: '<</Fields 16 0 R/DR 9 0 R>>',
  6: '<</Type/Annot/Subtype/Widget/FT/Tx/T(town)/Rect[10 10 100 50]/F 4/P 3 0 R/AP<</N 12 0 R>>>>',
  7: '<</ADBE<</BaseVersion/1.7/ExtensionLevel 3>>>>',
  8: '<</Font<</F1 10 0 R>>/XObject<</X 13 0 R/Missing 40 0 R>>>>',
  9: '<</Font<</Helv 11 0 R/F1 10 0 R>>/XObject<</FRM 14 0 R>>>>',
  10: '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>',
  11: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  12: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 90 40]', '0 g'),
  13: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 90 40]', '1 g'),
  14: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 90 40]', '1 g'),
  15: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Author)/Rect[0 0 0 0]/P 3 0 R>>',
  16: '[6 0 R 15 0 R]',
  19: streamObject('/Type/Metadata/Subtype/XML', '<x/>'),
  20: '<</Certs[21 0 R]/CRLs[22 0 R]>>',
  21: streamObject('', 'a certificate'),
  22: streamObject('', 'a list'),
};

interface Signing {
  /** Instead of some of these objects. */
  readonly before?: Readonly<Record<number, string>>;
  readonly certification?: CertificationLevel | undefined;
}

export const signedPdf = async ({ before, certification }: Signing = {}): Promise<Buffer> =>
  await signed(buildPdf({ ...objects, ...before }, { trailer: '/Root 1 0 R/Info 18 0 R' }), {
    field: 'Author',
    certification,
  });

export const original = await signedPdf();

export const changed = (after: Readonly<Record<number, string>>, pdf = original): Buffer =>
  appendObjects(pdf, after);
export const error = (what: string) => [`changed: Changed after it: ${what}.`];
export const warning = (what: string) => [`changed: Changed after it, as is permitted: ${what}.`];
