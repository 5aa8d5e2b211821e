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
    files: ['mozilla/pdf.js/test/pdfs/issue19176.pdf'],
  },
];
