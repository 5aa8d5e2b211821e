/** Differences that were looked at, and why they are no loss. */

export interface KnownDifference {
  /** What is wrong, and with which reader or file. One line. */
  readonly reason: string;
  /** Names of commands. Default: all. */
  readonly commands?: readonly string[];
  readonly files: readonly string[];
}

export const knownDifferences: readonly KnownDifference[] = [
  {
    reason:
      'MuPDF takes layers that are equal for one, and shows the second although it is off; poppler hides it',
    commands: ['merge'],
    files: [
      'LibrePDF/OpenPDF/openpdf-core/src/test/resources/pdf-2-0/pdf20-utf8-test.pdf',
      'pdf-association/safedocs/Miscellaneous Targeted Test PDFs/utf16LE-test.pdf',
      'pdf-association/pdf20examples/pdf20-utf8-test.pdf',
    ],
  },
  {
    reason: 'poppler aligns thin lines to pixels, and a page that is placed lies at a fraction of one',
    commands: ['letterhead'],
    files: [
      'jsvine/pdfplumber/tests/pdfs/issue-466-example.pdf',
      'jsvine/pdfplumber/tests/pdfs/pdf_structure.pdf',
    ],
  },
  {
    reason: 'pdfinfo, by which the blank page is measured, does not know UserUnit; MuPDF does',
    commands: ['letterhead'],
    files: [
      'mozilla/pdf.js/test/pdfs/issue19176.pdf',
      'pdf-association/pdf-differences/LineCap-Degenerate/LineCap-Degenerate.pdf',
    ],
  },
  {
    reason:
      'poppler aligns pictures and lines to pixels; MuPDF and Ghostscript draw the letterhead as the page',
    commands: ['letterhead'],
    files: [
      'esig/dss/dss-pades/src/test/resources/visualSignature/check/check_custom_rotate270_180_10_20.pdf',
      'itext/itext-java/kernel/src/test/resources/com/itextpdf/kernel/pdf/PageResizerTest/nestedMixedXObjectsAspect.pdf',
    ],
  },
  {
    reason:
      'poppler sorts text that is turned or runs from right to left by rounded positions; it draws the letterhead as the page',
    commands: ['letterhead'],
    files: [
      'itext/itext-java/forms/src/test/resources/com/itextpdf/forms/FormFieldFlatteningTest/src_rotatedFieldAppearanceTest02.pdf',
      'pdfcpu/pdfcpu/pkg/samples/create/primitives/tableRTL.pdf',
    ],
  },
  {
    reason:
      'the check boxes have no appearance: MuPDF draws a check mark of its own (a19 of ZapfDingbats), pdfapi writes the usual one (a20)',
    commands: ['merge', 'stamp', 'letterhead'],
    files: [
      'itext/itext-java/forms/src/test/resources/com/itextpdf/forms/PdfFormCopyTest/fieldThreeWidgets.pdf',
      'mozilla/pdf.js/test/pdfs/checkbox_no_appearance.pdf',
    ],
  },
  {
    reason:
      'the last byte of the file is missing: the signature covers 79,188 bytes of 79,187. pdfsig does not judge it until a revision follows, and then finds the digest wrong, which it was before',
    commands: ['sign', 'fill'],
    files: ['esig/dss/dss-pades/src/test/resources/validation/pdf-eof.pdf'],
  },
  {
    reason: 'the field is hidden (flag 2 of its widget), so that no program draws its value',
    commands: ['fill'],
    files: [
      'esig/dss/dss-pades/src/test/resources/validation/pades-signed-filled-form.pdf',
      'mozilla/pdf.js/test/pdfs/widget_hidden_print.pdf',
    ],
  },
  {
    reason:
      'the page is less than four points wide: a picture of one to three pixels, in which no stamp is seen and every pixel is an edge',
    commands: ['stamp', 'letterhead', 'image'],
    files: [
      'pikepdf/pikepdf/fuzzing/corpus/small.pdf',
      'py-pdf/pypdf/resources/imagemagick-ASCII85Decode.pdf',
      'py-pdf/pypdf/resources/imagemagick-images.pdf',
      'py-pdf/pypdf/resources/imagemagick-lzw.pdf',
      'qpdf/qpdf/qpdf/qtest/qpdf/dr-with-indirect-item-out.pdf',
    ],
  },
  {
    reason:
      'a field or an annotation covers the place of the stamp: readers draw both over the contents of a page, of which the stamp is a part',
    commands: ['stamp'],
    files: [
      'pdfcpu/pdfcpu/pkg/testdata/annotTest.pdf',
      'pikepdf/pikepdf/tests/resources/form.pdf',
      'pymupdf/PyMuPDF/tests/resources/widgettest.pdf',
    ],
  },
  {
    reason:
      'a translucent annotation covers the page: readers draw annotations over the contents, of which the stamp is a part, and it shines through',
    commands: ['stamp'],
    files: ['mozilla/pdf.js/test/pdfs/issue7821.pdf'],
  },
  {
    reason:
      'the page maps DeviceRGB to other colours (DefaultRGB). poppler applies that to the stamp, which has resources of its own, and draws it in another colour (ISO 32000-2, 8.6.5.6)',
    commands: ['stamp'],
    files: [
      'pdf-association/pdf-differences/DefaultColorSpaces/DefaultRGBColourSpaces.pdf',
      'pdf-association/pdf-differences/DefaultColorSpaces/DefaultRGBColourSpaces-inherit.pdf',
    ],
  },
  {
    reason:
      'the form leaves its fields to the viewer (NeedAppearances), and poppler draws the text field without the border that its appearance has; MuPDF draws the letterhead as the page',
    commands: ['letterhead'],
    files: ['mozilla/pdf.js/test/pdfs/bug1844576.pdf'],
  },
  {
    reason:
      'ZapfDingbats is not embedded, and in the font of pdf.js the scissors are mirrored: they point to the other side',
    commands: ['image'],
    files: ['pdf-association/pdf-differences/Negative-DashPhase/CutHereExample.pdf'],
  },
];
