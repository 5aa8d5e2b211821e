/** Why a key could not be read or a signature not made. The caller's layer turns it into a `Failure`. */

export type SigningErrorCode =
  /** The password is wrong, or one is needed. */
  | 'password'
  /** A file holds no key, no certificate, or none that fits the other. */
  | 'identity'
  /** A file contradicts its format. */
  | 'malformed'
  /** A valid algorithm or form that this layer does not work with, or one that is too weak. */
  | 'unsupported'
  /** A time-stamp authority could not be reached, or did not give what was asked for. */
  | 'timestamp';

export class SigningError extends Error {
  override readonly name = 'SigningError';
  readonly code: SigningErrorCode;

  constructor(code: SigningErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
