/** Why a PDF could not be read or changed. The caller's layer turns it into a `Failure` that names the document. */

export type PdfErrorCode =
  /** There is no `%PDF-` header. */
  | 'not_pdf'
  /** The file contradicts the format in a part that is needed: damaged, truncated or hostile. */
  | 'malformed'
  /** The file is encrypted and needs its password first. */
  | 'encrypted'
  /** A valid feature that this layer does not read, such as an image filter. */
  | 'unsupported'
  /** Its pages are XML: see `dynamicForm`. */
  | 'dynamic_form'
  /** Reading on would take more memory or time than a file of this size can need. */
  | 'too_large'
  /** The work on it took longer than it may. */
  | 'timeout';

export class PdfError extends Error {
  override readonly name = 'PdfError';
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
