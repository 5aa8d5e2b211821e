import { describe, expect, it } from 'vitest';
import { countPages } from '../../../src/pdf/index.ts';
import { inspectPdf } from '../../../src/pdf/inspect-pdf.ts';
import { buildPdf, minimalObjects } from '../../support/pdf/build-pdf.ts';
import { fixture } from '../../support/pdf/fixture.ts';

describe('a report printed by Chromium', () => {
  it.each(['report', 'report-object-streams', 'report-linearized-object-streams'] as const)('%s', (name) => {
    const a4 = { width: 210.2, height: 297 };
    expect(inspectPdf(fixture(name))).toEqual({
      pages: 3,
      version: name === 'report' ? '1.4' : '1.5',
      fonts: ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSans-Oblique'],
      pageSizes: [a4, a4, a4],
      metadata: {
        title: 'Ünïcode Report — 報告',
        creator: 'Chromium',
        producer: 'Skia/PDF m153',
        creationDate: expect.any(Date),
        modificationDate: expect.any(Date),
      },
      tagged: true,
      outline: 4,
    });
    expect(countPages(fixture(name))).toBe(3);
  });
});

it('reports no tags and no outline for an untagged page', () => {
  expect(inspectPdf(fixture('plain'))).toMatchObject({ pages: 1, tagged: false, outline: 0 });
});

it('swaps width and height of a rotated page', () => {
  expect(inspectPdf(fixture('report-rotated')).pageSizes[1]).toEqual({ width: 297, height: 210.2 });
});

it.each([
  ['[0 0 595.28 841.89]', '', { width: 210, height: 297 }],
  ['[595.28 841.89 0 0]', '/Rotate -90', { width: 297, height: 210 }],
  ['[0 0 72 72]', '/UserUnit 10', { width: 254, height: 254 }],
  ['[0 0 720 720]', '/CropBox[-100 0 72 144]', { width: 25.4, height: 50.8 }],
  ['[0 0 72 72]', '/CropBox[100 100 200 200]', { width: 25.4, height: 25.4 }],
  ['(none)', '', { width: 215.9, height: 279.4 }],
])('reports the page size of %s %s', (mediaBox, more, size) => {
  const page = `<</Type/Page/Parent 2 0 R/MediaBox${mediaBox}${more}>>`;
  expect(inspectPdf(buildPdf({ ...minimalObjects, 3: page })).pageSizes).toEqual([size]);
});

it('inherits boxes and resources', () => {
  const objects = {
    ...minimalObjects,
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 72 144]/Resources<</Font<</F 4 0 R>>>>>>',
    3: '<</Type/Page/Parent 2 0 R>>',
    4: '<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Courier>>',
  };
  expect(inspectPdf(buildPdf(objects))).toMatchObject({
    pageSizes: [{ width: 25.4, height: 50.8 }],
    fonts: ['Courier'],
  });
});

it('includes fonts of nested forms, patterns and annotations', () => {
  const font = (name: string) => `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`;
  const form = (resources: string) =>
    `<</Subtype/Form/Resources<<${resources}>>/Length 0>>\nstream\n\nendstream`;
  const objects = {
    ...minimalObjects,
    3: '<</Type/Page/Parent 2 0 R/Resources<</XObject<</X 4 0 R>>/Pattern<</P 5 0 R>>>>/Annots[<</P 3 0 R/AP<</N 6 0 R>>>>]>>',
    4: form('/XObject<</X 7 0 R>>'),
    5: form(`/Font<</F ${font('In#20Pattern')}>>`),
    6: form(`/Font<</F ${font('InAnnotation')}>>`),
    7: form(`/XObject<</X 4 0 R>>/Font<</F ${font('InForm')}>>`),
  };
  expect(inspectPdf(buildPdf(objects)).fonts).toEqual(['In Pattern', 'InAnnotation', 'InForm']);
});

it('stops at a cycle in the outline', () => {
  const objects = {
    ...minimalObjects,
    1: '<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R>>',
    4: '<</First 5 0 R>>',
    5: '<</Title(a)/Next 6 0 R/First 4 0 R>>',
    6: '<</Title(b)/Next 5 0 R>>',
  };
  expect(inspectPdf(buildPdf(objects)).outline).toBe(3);
});
