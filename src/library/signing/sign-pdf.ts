/** Signs PDFs that exist. */
import type { PermittedChanges } from '#contract/api/permitted-changes';
import { invalidOption } from '../invalid-option.ts';

export interface SignPdfOptions {
  /** PKCS#12 (.p12, .pfx), or PEM: the key with its certificates, in one file or in several. */
  readonly key: Uint8Array | readonly Uint8Array[];
  /** The password of the key. */
  readonly password?: string | undefined;
  /**
   * The name of a signature field. One that the PDF does not have is made, and is invisible. Default: the only unsigned
   * signature field of the PDF, or a new one.
   */
  readonly field?: string | undefined;
  readonly reason?: string | undefined;
  readonly location?: string | undefined;
  /** The signer's name, if it is not the one in the certificate. */
  readonly name?: string | undefined;
  /** How to reach the signer. */
  readonly contact?: string | undefined;
  /** Certifies the document, which only its first signature can. */
  readonly certify?: PermittedChanges | undefined;
  /** The time that the signature claims. Default: now. */
  readonly date?: Date | undefined;
  /** The address of a time-stamp authority (RFC 3161), which confirms the time: the level B-T of PAdES. */
  readonly timestamp?: string | undefined;
  /**
   * Adds what proves in years that the certificates were valid, from the addresses in them: the level B-LT of PAdES. It
   * needs a time stamp.
   */
  readonly longTerm?: boolean | undefined;
  /**
   * Exact `host` or `host:port` that addresses in certificates may name although they are not public. Others are not asked,
   * with a warning: an authority may send certificates with any address. Its own is always allowed.
   */
  readonly allowHosts?: readonly string[] | undefined;
}

export interface SignPdfResult {
  readonly pdf: Uint8Array;
  /** The name of the field that holds the signature. */
  readonly field: string;
  /** Objections that readers may have to the signature, one sentence each: the certificate has expired. */
  readonly warnings: readonly string[];
}

/**
 * Signs a PDF after PAdES. Its bytes stay as they are, so that earlier signatures stay valid; nothing may change the result
 * afterwards but another signature.
 *
 * Throws `invalid_pdf` for a PDF that cannot be signed, `invalid_option` for a key or another option, `timestamp_failed` if the
 * time-stamp authority gives none.
 *
 * @example
 * const { pdf } = await signPdf(await readFile('contract.pdf'), { key: await readFile('ada.p12'), password });
 */
export async function signPdf(pdf: Uint8Array, options: SignPdfOptions): Promise<SignPdfResult> {
  if (!(pdf instanceof Uint8Array)) throw invalidOption('pdf', 'must be a Uint8Array');
  // Loading what signs takes a program some milliseconds, and most sign nothing.
  const { openSigner } = await import('./open-signer.ts');
  const signer = openSigner(options, 'public');
  const signed = await signer.sign(pdf);
  return { ...signed, warnings: [...signer.warnings, ...signed.warnings] };
}
