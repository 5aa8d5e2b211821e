/** Signs a finished PDF after PAdES (ETSI EN 319 142-1): level B-B, with a time stamp B-T, with evidence B-LT. */
import { createHash } from 'node:crypto';
import type { ReadBundledFont } from '#pdf/fonts/bundled-fonts';
import { withShaping } from '#pdf/fonts/shaping';
import { addEvidence } from '#pdf/signing/add-evidence';
import { prepareSignature } from '#pdf/signing/prepare-signature';
import type { SignatureDetails } from '#pdf/signing/signature-dictionary';
import {
  type HttpExchange,
  maxSignedDataLength,
  type RequestTimestamp,
  type SigningIdentity,
  signDetached,
  signerName,
} from '#signing';
import { collectEvidence } from './collect-evidence.ts';

export interface AppendSignatureRequest extends SignatureDetails {
  readonly identity: SigningIdentity;
  /** The signature field to fill; see `prepareSignature`. */
  readonly field?: string | undefined;
  /** Reads the fonts of what a field with a box shows. Without it, such a field keeps what it shows. */
  readonly readFont?: ReadBundledFont | undefined;
  /** Makes the level B-T: a third party confirms the time. */
  readonly timestamp?: RequestTimestamp | undefined;
  /** Makes the level B-LT, together with a time stamp: adds what proves later that the certificates were valid. */
  readonly evidence?: HttpExchange | undefined;
}

export interface AppendedSignature {
  readonly pdf: Uint8Array;
  /** The name of the field that holds the signature. */
  readonly field: string;
  /** Evidence that could not be had, and what the appearance leaves out, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Appends the signature; the bytes of `pdf` stay as they are. Throws `PdfError` for a PDF that cannot be signed and
 * `SigningError` of the time-stamp authority.
 */
export async function appendSignature(
  pdf: Uint8Array,
  request: AppendSignatureRequest,
): Promise<AppendedSignature> {
  const { identity, timestamp, evidence, readFont, ...details } = request;
  const contentsLength = maxSignedDataLength(identity, { hasTimestamp: timestamp !== undefined });
  const appearance = readFont && { lines: shownLines(identity, details), readFont };
  const prepared = await withShaping(() => prepareSignature(pdf, { ...details, contentsLength, appearance }));
  const digestOf = (algorithm: string): Uint8Array => {
    const hash = createHash(algorithm);
    for (const part of prepared.signed) hash.update(part);
    return hash.digest();
  };
  const signature = await signDetached(digestOf, identity, { timestamp });
  const { field, missing } = prepared;
  const left =
    missing.length === 0
      ? []
      : [`The field ${field} shows its text without ${missing.join(' ')}, which its font does not have.`];
  const signed = prepared.complete(signature);
  if (!evidence) return { pdf: signed, field, warnings: left };
  const { warnings, ...collected } = await collectEvidence(signature, digestOf, evidence);
  return { pdf: addEvidence(signed, field, collected), field, warnings: [...left, ...warnings] };
}

/** Without words, so that it is right in every language. */
function shownLines(
  identity: SigningIdentity,
  { name, reason, location, date }: SignatureDetails,
): readonly string[] {
  const time = `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return [name || signerName(identity), reason ?? '', location ?? '', time];
}
