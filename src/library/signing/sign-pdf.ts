/** Signs PDFs that exist. */
import { Failure } from '../../contract/errors.ts';
import { type CertificationLevel, PdfError } from '../../core/pdf/index.ts';
import { appendSignature } from '../../core/sealing/append-signature.ts';
import {
  readIdentity,
  SigningError,
  type SigningIdentity,
  timestampClient,
} from '../../core/signing/index.ts';
import { invalidOption } from '../invalid-option.ts';
import { exchangeHttp } from './http-exchange.ts';

/** What others may do after a certifying signature: nothing, fill in fields and sign, or annotate as well. */
export type PermittedChanges = keyof typeof certificationLevels;

const certificationLevels = { nothing: 1, fill: 2, annotate: 3 } as const satisfies Readonly<
  Record<string, CertificationLevel>
>;

const permittedChanges = Object.keys(certificationLevels) as readonly PermittedChanges[];

export interface SignPdfOptions {
  /** PKCS#12 (.p12, .pfx), or PEM: the key with its certificates, in one file or in several. */
  readonly key: Uint8Array | readonly Uint8Array[];
  /** Of the key. */
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
}

export interface SignPdfResult {
  readonly pdf: Uint8Array;
  /** The name of the field that holds the signature. */
  readonly field: string;
  /** What readers of the signature may object to, one sentence each: the certificate has expired. */
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
  const { key, password, certify, date = new Date(), timestamp: authority, longTerm, ...details } = options;
  const identity = readKey(key, password);
  if (certify !== undefined && !permittedChanges.includes(certify)) {
    throw invalidOption('certify', `must be ${permittedChanges.join(', ')}`);
  }
  if (Number.isNaN(date.getTime())) throw invalidOption('date', 'must be a valid Date');
  const certification = certify && certificationLevels[certify];
  const timestamp =
    authority === undefined ? undefined : timestampClient(readAddress(authority), exchangeHttp);
  if (longTerm && !timestamp) {
    throw invalidOption(
      'longTerm',
      'needs a timestamp: without one, the time of the signature is not proven',
    );
  }
  const evidence = longTerm ? exchangeHttp : undefined;
  try {
    const signed = await appendSignature(pdf, {
      ...details,
      identity,
      certification,
      date,
      timestamp,
      evidence,
    });
    return { ...signed, warnings: [...identity.warnings, ...signed.warnings] };
  } catch (error) {
    throw asFailure(error);
  }
}

function readKey(key: SignPdfOptions['key'], password: string | undefined): SigningIdentity {
  const files = key instanceof Uint8Array ? [key] : key;
  if (!Array.isArray(files) || !files.every((file) => file instanceof Uint8Array)) {
    throw invalidOption('key', 'must be a Uint8Array, or several');
  }
  try {
    return readIdentity(files, password);
  } catch (error) {
    if (!(error instanceof SigningError)) throw error;
    const option = error.code === 'password' ? 'password' : 'key';
    throw new Failure('invalid_option', error.message, {
      cause: error,
      errors: { [option]: [error.message] },
    });
  }
}

function readAddress(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href;
  throw invalidOption(
    'timestamp',
    'must be the address of a time-stamp authority, such as https://tsa.example.com',
  );
}

function asFailure(error: unknown): unknown {
  if (error instanceof PdfError) {
    const hint =
      error.code === 'encrypted' ? 'A protected PDF cannot be signed: unlock it first.' : undefined;
    return new Failure('invalid_pdf', error.message, { cause: error, hint });
  }
  if (error instanceof SigningError && error.code === 'identity') {
    return new Failure('invalid_option', error.message, { cause: error, errors: { key: [error.message] } });
  }
  if (error instanceof SigningError) return new Failure('timestamp_failed', error.message, { cause: error });
  return error;
}
