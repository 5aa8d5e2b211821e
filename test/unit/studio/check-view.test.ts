import { expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { toCheckView } from '../../../src/studio/check-view.ts';
import { metadataObject, taggedPdf, taggedXmp, xmpPacket } from '../../support/pdf/tagged-pdf.ts';

it('names what a PDF claims beside the levels that are checked', () => {
  const xmp = xmpPacket(
    `${taggedXmp.title}${taggedXmp.accessible}<pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>`,
  );
  const report = checkConformance(taggedPdf({ 5: metadataObject(xmp) }));
  expect(toCheckView(report)).toEqual({
    notChecked: ['PDF/A-1b'],
    levels: [{ name: 'PDF/UA-1', isClaimed: true, findings: [] }],
  });
});
