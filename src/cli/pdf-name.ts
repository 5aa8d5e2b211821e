/** The file of a PDF that is called after its template. */

/**
 * `Offer 2026` → `Offer 2026.pdf`. On a server a template may have any name, so what would lead to another folder,
 * hide the file or not be shown becomes a dash.
 */
export const pdfName = (template: string): string =>
  `${template.replace(/[/\\:\p{Cc}\p{Cf}]+/gu, '-').replace(/^[.-]+/, '') || 'document'}.pdf`;
