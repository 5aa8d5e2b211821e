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
      'Setasign/FPDI/tests/_files/pdfs/layers/rect+circle+triangle.pdf',
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
    reason: 'the field is hidden (flag 2 or 32 of its widget), so that no program draws its value',
    commands: ['fill'],
    files: [
      'esig/dss/dss-pades/src/test/resources/validation/pades-signed-filled-form.pdf',
      'mozilla/pdf.js/test/pdfs/widget_hidden_print.pdf',
      'pymupdf/PyMuPDF/tests/resources/test-2333.pdf',
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
  {
    reason:
      'the form leaves its fields to the viewer (NeedAppearances): poppler draws them in its own way, MuPDF draws no values; pdfapi writes appearances, which both show',
    commands: ['merge', 'stamp', 'letterhead'],
    files: [
      'itext/itext-java/sign/src/test/resources/com/itextpdf/signatures/sign/SimpleSigningTest/signIntoExistingFieldWithDots.pdf',
      'mozilla/pdf.js/test/pdfs/bug1883609.pdf',
      'py-pdf/pypdf/resources/libreoffice-form.pdf',
      'py-pdf/pypdf/resources/pdflatex-forms.pdf',
      'qpdf/qpdf/qpdf/qtest/qpdf/default-da-q.pdf',
      'qpdf/qpdf/qpdf/qtest/qpdf/field-parse-errors.pdf',
    ],
  },
  {
    reason:
      'the appearances of the check boxes have no box: poppler draws boxes of its own, MuPDF and Ghostscript draw nothing',
    commands: ['letterhead'],
    files: ['mozilla/pdf.js/test/pdfs/checkbox-bad-appearance.pdf'],
  },
  {
    reason:
      'MuPDF blends the group of the page in other colours than it does once the group lies on a page; poppler draws the same',
    commands: ['letterhead'],
    files: ['mozilla/pdf.js/test/pdfs/issue13520.pdf'],
  },
  {
    reason:
      'the page is one picture with a width of 637.8 points: it lies at another fraction of a pixel, and its pixels are sampled again',
    commands: ['letterhead'],
    files: ['UglyToad/PdfPig/src/UglyToad.PdfPig.Tests/Integration/Documents/GHOSTSCRIPT-698721-0.zip-6.pdf'],
  },
  {
    reason:
      'the contents are damaged: poppler stops at the fault, and reads on once they are a part of another page, which shows more',
    commands: ['stamp', 'letterhead'],
    files: [
      'mozilla/pdf.js/test/pdfs/issue2391-1.pdf',
      'UglyToad/PdfPig/src/UglyToad.PdfPig.Tests/Integration/SpecificTestDocuments/invalid-operator.pdf',
      'yob/pdf-reader/spec/data/invalid/invalid_pages.pdf',
    ],
  },
  {
    reason:
      'a text is split between two streams, which the format forbids: MuPDF reads a space there, or a line end of the joined stream',
    commands: ['letterhead'],
    files: ['qpdf/qpdf/qpdf/qtest/qpdf/split-content-stream.pdf'],
  },
  {
    reason:
      'the output intent of the page is grey, and MuPDF draws everything in grey, the red stamp too; poppler and Ghostscript draw it red',
    commands: ['stamp'],
    files: [
      'veraPDF/veraPDF-corpus/PDF_A-4/6.2 Graphics/6.2.4 Colour spaces/6.2.4.3 Uncalibrated -Device colour spaces/veraPDF test suite 6-2-4-3-t04-fail-r.pdf',
    ],
  },
  {
    reason: 'pdf.js draws an axial shading at another angle if its matrix stretches it (decision 20)',
    commands: ['image'],
    files: [
      'itext/itext-java/svg/src/test/resources/com/itextpdf/svg/renderers/impl/LinearGradientSvgNodeRendererTest/cmp_ellipse.pdf',
    ],
  },
  {
    reason: 'pdf.js clips by glyphs that overlap with the even-odd rule (decision 20)',
    commands: ['image'],
    files: ['pdf-association/pdf-differences/OverlappingGlyphClipping/OverlappingGlyphClipping.pdf'],
  },
  {
    reason: 'pdf.js lets uncoloured glyphs of a Type 3 font choose their colour (decision 20)',
    commands: ['image'],
    files: ['UglyToad/PdfPig/src/UglyToad.PdfPig.Tests/Integration/Documents/Type3Test.pdf'],
  },
  {
    reason: 'the highlight has no appearance, and pdf.js draws it without the round ends of the other two',
    commands: ['image'],
    files: ['mozilla/pdf.js/test/pdfs/issue12337.pdf'],
  },
  {
    reason: 'the operators between the two bars are damaged: pdf.js draws both, MuPDF and poppler one',
    commands: ['image'],
    files: ['mozilla/pdf.js/test/pdfs/issue6413.pdf'],
  },
  {
    reason:
      'small letters or lines of less than a pixel fill the page, and all three draw them with another weight, or in another font where none is embedded',
    commands: ['image'],
    files: [
      'mozilla/pdf.js/test/pdfs/issue12295.pdf',
      'mozilla/pdf.js/test/pdfs/issue4436r.pdf',
      'pdfcpu/pdfcpu/pkg/samples/stamp/pdf/PdfMultistamp31.pdf',
      'UglyToad/PdfPig/src/UglyToad.PdfPig.Tests/Integration/Documents/GHOSTSCRIPT-700125-1.pdf',
      'veraPDF/veraPDF-corpus/PDF_A-4/6.2 Graphics/6.2.9 Transparency/veraPDF test suite 6-2-9-t06-fail-c.pdf',
    ],
  },
  {
    reason: 'the edges of pictures lie between two pixels, and pdf.js draws them into the nearer one',
    commands: ['image'],
    files: [
      'pikepdf/pikepdf/tests/resources/pink-palette-icc.pdf',
      'UglyToad/PdfPig/src/UglyToad.PdfPig.Tests/Integration/Documents/PDFBOX-1869-4-1.pdf',
    ],
  },
  {
    reason:
      'a portfolio: Ghostscript draws the files that are attached to it, in place of the page, which poppler and MuPDF show with the stamp',
    commands: ['stamp'],
    files: ['apache/pdfbox/tools/src/test/resources/org/apache/pdfbox/testPDFPackage.pdf'],
  },
];
