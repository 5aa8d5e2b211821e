/** The file name of a PDF that is named after its template. */

/**
 * `Offer 2026` → `Offer 2026.pdf`. A template on a server may have any name, so characters that would lead to another
 * folder, hide the file or be unprintable become a dash.
 */
export const pdfName = (template: string): string =>
  `${template.replace(/[/\\:\p{Cc}\p{Cf}]+/gu, '-').replace(/^[.-]+/, '') || 'document'}.pdf`;
