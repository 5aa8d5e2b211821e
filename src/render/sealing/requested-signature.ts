/** Whether a document can be signed as it is asked: decided before anything is rendered or charged. */
import { Failure } from '#contract/errors';

/** Facts about the document that may rule a signature out. */
interface DocumentToSign {
  readonly isProtected: boolean;
  readonly isReproducible: boolean;
}

/** Throws `invalid_option` for what no signed document can be. */
export function assertSignable({ isProtected, isReproducible }: DocumentToSign): void {
  if (isProtected) {
    throw invalid(
      'A PDF cannot be both signed and protected by a password: the signature covers every byte, and encryption changes them.',
      'Leave out the passwords, which PDFAPI_PDF_PASSWORD sets too, or the signature.',
    );
  }
  if (!isReproducible) return;
  throw invalid(
    'A signed PDF cannot be reproducible: a signature has the time at which it is made, and most kinds of keys make another one each time.',
    'Leave out the reproducible date, which SOURCE_DATE_EPOCH sets too, or sign the PDF afterwards.',
  );
}

const invalid = (message: string, hint: string): Failure =>
  new Failure('invalid_option', message, { hint, errors: { 'config.sign': [message] } });
