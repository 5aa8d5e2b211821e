/** What installed viewers show of a stamp on a page whose content is damaged. Poppler is the strictest: CUPS prints with it. */
import { describe, expect, it } from 'vitest';
import { stampPages } from '../../../../src/pdf/overlay/stamp-pages.ts';
import { buildPdf, streamObject } from '../../../support/pdf/build-pdf.ts';
import { damagedPages } from '../../../support/pdf/damaged-contents.ts';
import { hasMutool, hasPoppler, hasQpdf, run } from '../../../support/pdf/installed.ts';

const judges = [
  { name: 'poppler', isThere: hasPoppler, show: (pdf: Uint8Array) => run('pdftotext', ['{}', '-'], pdf) },
  {
    name: 'MuPDF',
    isThere: hasMutool,
    show: (pdf: Uint8Array) => run('mutool', ['draw', '-F', 'text', '{}'], pdf),
  },
];

const stamp = buildPdf({
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>',
  3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
  4: streamObject('', 'BT /F 24 Tf 30 20 Td (Stamp) Tj ET'),
  5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
});

const stamped = (pdf: Uint8Array, isUnder: boolean) =>
  stampPages(pdf, [{ pdf: stamp, sheets: [0], isUnder, anchor: 'centre' }]);

for (const { name, isThere, show } of judges) {
  if (!isThere) console.warn(`${name} is not installed: it does not judge stamps on damaged pages.`);
  describe.runIf(isThere)(`${name} shows a stamp`, () => {
    it.each(damagedPages)('over a page with %s', (_, pdf) => {
      expect(show(stamped(pdf, false))).toContain('Stamp');
    });

    it.each(damagedPages)('over which a page with %s lies', (_, pdf) => {
      expect(show(stampPages(stamp, [{ pdf, sheets: [0], isUnder: true, anchor: 'centre' }]))).toContain(
        'Stamp',
      );
    });
  });
}

it.runIf(hasQpdf)('qpdf finds nothing wrong with the stamped files', () => {
  // It does not find the end of such an image.
  const judged = damagedPages.filter(([name]) => !name.includes('ASCII85'));
  for (const [, pdf] of judged) run('qpdf', ['--check', '{}'], stamped(pdf, false));
});
