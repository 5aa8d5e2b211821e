/** The task of a thread that signs: a key and a PDF of strangers meet in it, and nothing that it does blocks the server. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { permittedChanges } from '../../contract/api/permitted-changes.ts';
import type { SignConfig } from '../../contract/api/sign-schema.ts';
import { Failure } from '../../contract/errors.ts';
import { type CertificationLevel, PdfError } from '../../core/pdf/index.ts';
import { ownFontsFolder } from '../../core/pdfme/draw/editor-fonts.ts';
import { appendSignature } from '../../core/sealing/append-signature.ts';
import { exchangeHttp } from '../../core/sealing/exchange-http.ts';
import { assembleIdentity, SigningError, timestampClient } from '../../core/signing/index.ts';
import type { IdentityFiles } from './sealed-identity.ts';

export interface SignTask {
  readonly pdf: Uint8Array;
  readonly files: IdentityFiles;
  readonly details: Omit<SignConfig, 'identity' | 'timestamp'>;
  /** The address of the authority. */
  readonly timestamp: string | undefined;
  readonly date: Date;
}

export interface SignedFacts {
  /** SHA-256 of the signed PDF. */
  readonly hash: Uint8Array;
  readonly warnings: readonly string[];
}

/** Throws `invalid_option` and `timestamp_failed`. */
export async function signTask({ pdf, files, details, timestamp, date }: SignTask): Promise<{
  readonly result: Uint8Array;
  readonly signed: SignedFacts;
}> {
  const { certify, ...texts } = details;
  try {
    const identity = assembleIdentity({ keys: [files.key], certificates: files.certificates });
    const { pdf: result, warnings } = await appendSignature(pdf, {
      ...texts,
      identity,
      date,
      certification: certify && ((permittedChanges.indexOf(certify) + 1) as CertificationLevel),
      timestamp: timestamp === undefined ? undefined : timestampClient(timestamp, exchangeHttp),
      readFont: () => readFileSync(new URL('OpenSans-Regular.ttf', ownFontsFolder)),
    });
    return { result, signed: { hash: createHash('sha256').update(result).digest(), warnings } };
  } catch (error) {
    throw toFailure(error);
  }
}

function toFailure(error: unknown): unknown {
  if (error instanceof PdfError) {
    const { message } = error;
    return new Failure('invalid_option', message, { errors: { 'config.sign': [message] } });
  }
  // Its message may have the address, which is the operator's.
  if (error instanceof SigningError && error.code === 'timestamp') {
    return new Failure('timestamp_failed', 'The time-stamp authority of the server gave no time stamp.');
  }
  return error;
}
