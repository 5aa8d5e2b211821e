/** A failure in the words and with the exit code of wkhtmltopdf. */

/** `usage` shows the flags as well. */
type FailureKind = 'usage' | 'failed' | { readonly status: number };

/** Exit codes that scripts look at; all others are 1. */
const exitCodes: Readonly<Record<number, number>> = { 401: 3, 404: 2 };

export class WkFailure extends Error {
  override readonly name = 'WkFailure';
  readonly kind: FailureKind;

  constructor(message: string, kind: FailureKind = 'failed', options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }

  get exitCode(): number {
    return typeof this.kind === 'object' ? (exitCodes[this.kind.status] ?? 1) : 1;
  }
}
