/** Files whose structure costs much more to walk than their length suggests. */
import { expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { PdfError } from '../../../src/pdf/index.ts';
import { metadataObject, taggedPdf, taggedXmp, xmpPacket } from '../../support/pdf/tagged-pdf.ts';

const count = 20_000;
const numbers = Array.from({ length: count }, (_, index) => index + 100);
const list = numbers.map((number) => `${number} 0 R`).join(' ');

/** `checked`, or the code of the error. */
function outcome(changes: Record<number, string>): unknown {
  try {
    checkConformance(taggedPdf(changes), { levels: ['pdfua-1', 'pdfa-3a'] });
    return 'checked';
  } catch (error) {
    if (error instanceof PdfError) return error.code;
    throw error;
  }
}

function each(toObject: (number: number, index: number) => string): Record<number, string> {
  return Object.fromEntries(numbers.map((number, index) => [number, toObject(number, index)]));
}

const root = (more: string) => `<</Type/StructTreeRoot/K 7 0 R/ParentTree 8 0 R${more}>>`;

const files: readonly (readonly [what: string, outcome: string, changes: () => Record<number, string>])[] = [
  [
    'grouping elements in each other',
    'checked',
    () => each((number) => `<</S/Div/P ${number - 1} 0 R/K[${number + 1} 0 R 98 0 R]>>`),
  ],
  [
    'elements that share the list of their children',
    'too_large',
    () => ({ ...each(() => '<</S/Table/P 7 0 R/K 99 0 R>>'), 99: `[${list}]` }),
  ],
  [
    'types that are mapped to each other in a long row',
    'checked',
    () => ({
      ...each((_, index) => `<</S/T${index}/P 7 0 R>>`),
      4: root(`/RoleMap<<${numbers.map((_, index) => `/T${index}/T${index + 1}`).join('')}>>`),
    }),
  ],
  [
    'tables that claim millions of cells',
    'too_large',
    () => each(() => '<</S/Table/P 7 0 R/K<</S/TR/K<</S/TD/A<</O/Table/ColSpan 900/RowSpan 900>>>>>>>>'),
  ],
  [
    'elements that share their attributes',
    'too_large',
    () => ({ ...each(() => '<</S/Form/P 7 0 R/A 99 0 R>>'), 99: `[${'<<>>'.repeat(count)}]` }),
  ],
  [
    'pages that share their annotations',
    'too_large',
    () => ({
      ...each(() => '<</Type/Page/Parent 2 0 R/Annots 99 0 R>>'),
      2: `<</Type/Pages/Count ${count}/Kids[${list}]>>`,
      99: `[${'98 0 R '.repeat(count)}]`,
      98: '<</Subtype/Link/A<</S/URI>>>>',
    }),
  ],
  [
    'fields that share their kids',
    'too_large',
    () => ({
      ...each(() => '<</T(a)/Kids 99 0 R>>'),
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[100 0 R]>>>>',
      99: `[${list}]`,
    }),
  ],
  [
    'actions that share their successors',
    'too_large',
    () => ({
      ...each(() => '<</S/URI/Next 99 0 R>>'),
      1: '<</Type/Catalog/Pages 2 0 R/OpenAction 100 0 R>>',
      99: `[${list}]`,
    }),
  ],
  [
    'configurations that share the order of many layers',
    'too_large',
    () => ({
      ...each(() => '<</Name(a)/Order 99 0 R>>'),
      1: `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs 99 0 R/Configs 99 0 R>>>>`,
      99: `[${list}]`,
    }),
  ],
  [
    'numbers in XMP that never end',
    'checked',
    () => ({ 5: metadataObject(xmpPacket(`<xmp:Rating>${'1'.repeat(500_000)}x</xmp:Rating>`)) }),
  ],
  [
    'names of types in XMP that never end',
    'checked',
    () => ({
      5: metadataObject(
        xmpPacket(
          `${taggedXmp.title}<pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:s="http://www.aiim.org/pdfa/ns/schema#" xmlns:p="http://www.aiim.org/pdfa/ns/property#"><rdf:Bag><rdf:li rdf:parseType="Resource"><s:namespaceURI>urn:a</s:namespaceURI><s:property><rdf:Seq><rdf:li rdf:parseType="Resource"><p:name>a</p:name><p:valueType>${'bag '.repeat(200_000)}</p:valueType></rdf:li></rdf:Seq></s:property></rdf:li></rdf:Bag></pdfaExtension:schemas>`,
        ),
      ),
    }),
  ],
];

it.each(files)('%s: %s', (_, expected, changes) => {
  const tree = { 7: `<</Type/StructElem/S/Document/P 4 0 R/K[${list}]>>`, ...changes() };
  expect(outcome(tree)).toBe(expected);
});
