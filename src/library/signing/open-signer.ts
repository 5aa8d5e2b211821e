/** A key that was read once, for one signature or for many. */

import { allowList } from '#browser/egress/allow-list';
import { permittedChanges } from '#contract/api/permitted-changes';
import { Failure } from '#contract/errors';
import { PdfError, type PdfErrorCode } from '#pdf';
import type { CertificationLevel } from '#pdf/signing/signature-dictionary';
import { appendSignature } from '#render/sealing/append-signature';
import { openAuthorityNetwork } from '#render/sealing/authority-network';
import type { AuthorityReach } from '#render/sealing/authority-policy';
import { readOwnFont } from '#runtime/built-file';
import { readIdentity, SigningError, type SigningIdentity, timestampClient } from '#signing';
import { invalidOption } from '../invalid-option.ts';
import type { SignPdfOptions, SignPdfResult } from './sign-pdf.ts';

export interface Signer {
  /** Objections that readers may have to all of its signatures, one sentence each. */
  readonly warnings: readonly string[];
  /** Tells signers apart: the certificate, and what the signatures say. It holds no secret. */
  readonly facts: readonly unknown[];
  /** Throws `invalid_pdf`, `invalid_option` and `timestamp_failed`. `warnings` are those of this signature alone. */
  sign(pdf: Uint8Array): Promise<SignPdfResult>;
}

/**
 * Reads the key. `network` is where the addresses in certificates may lead: `public` and `allowHosts`, or wherever this machine
 * may go, with a warning for what is not public. Throws `invalid_option`, which never has the password in its text.
 */
export function openSigner(options: SignPdfOptions, network: AuthorityReach['kind']): Signer {
  const { key, password, certify, date, timestamp, longTerm, allowHosts = [], ...details } = options;
  if (certify !== undefined && !permittedChanges.includes(certify)) {
    throw invalidOption('certify', `must be ${permittedChanges.join(', ')}`);
  }
  if (date !== undefined && Number.isNaN(date.getTime())) throw invalidOption('date', 'must be a valid Date');
  const certification = certify && ((permittedChanges.indexOf(certify) + 1) as CertificationLevel);
  const authority = timestamp === undefined ? undefined : readAddress(timestamp);
  assertHosts(allowHosts);
  if (longTerm && authority === undefined) {
    throw invalidOption(
      'longTerm',
      'needs a timestamp: without one, the time of the signature is not proven',
    );
  }
  const identity = readKey(key, password);
  return {
    warnings: identity.warnings,
    facts: [
      identity.certificate.fingerprint256,
      details,
      certify ?? null,
      authority ?? null,
      longTerm ?? false,
    ],
    async sign(pdf) {
      const request = {
        ...details,
        identity,
        certification,
        readFont: readOwnFont,
        date: date ?? new Date(),
      };
      const asked = new Set<string>();
      const reach = toReach(network, allowHosts, (host) => asked.add(host));
      const authorities = authority === undefined ? undefined : openAuthorityNetwork({ authority, reach });
      try {
        const signed = await appendSignature(pdf, {
          ...request,
          timestamp: authorities && timestampClient(authorities.authority, authorities.exchange),
          evidence: longTerm ? authorities?.exchange : undefined,
        });
        return { ...signed, warnings: [...signed.warnings, ...[...asked].map(describeAsked)] };
      } catch (error) {
        throw asFailure(error);
      } finally {
        authorities?.close();
      }
    },
  };
}

function toReach(
  kind: AuthorityReach['kind'],
  allowHosts: readonly string[],
  onPrivate: (host: string) => void,
): AuthorityReach {
  if (kind === 'machine') return { kind, onPrivate };
  return { kind, allowHosts, remedy: (host) => `Allow it with allowHosts: ['${host}'].` };
}

const describeAsked = (host: string): string =>
  `Certificates of the signature or of its time stamp lead to ${host}, which is not public. It was asked.`;

function assertHosts(hosts: readonly string[]): void {
  if (!Array.isArray(hosts) || hosts.some((host) => typeof host !== 'string')) {
    throw invalidOption('allowHosts', 'must be an array of hosts');
  }
  // Throws for a host that would never match.
  allowList(hosts);
}

/** The key with its certificates. Throws `invalid_option`. */
export function readKey(key: SignPdfOptions['key'], password: string | undefined): SigningIdentity {
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

const hints: ReadonlyMap<PdfErrorCode, string> = new Map([
  ['encrypted', 'A protected PDF cannot be signed: unlock it first.'],
  ['malformed', 'Repair it first: arrangePdf(pdf) returns a sound PDF, without the signatures that it has.'],
]);

function asFailure(error: unknown): unknown {
  if (error instanceof PdfError) {
    const { code, message } = error;
    const text =
      code === 'malformed' ? `The PDF is damaged and cannot be signed as it is. ${message}` : message;
    return new Failure('invalid_pdf', text, { cause: error, hint: hints.get(code) });
  }
  if (error instanceof SigningError && error.code === 'identity') {
    return new Failure('invalid_option', error.message, { cause: error, errors: { key: [error.message] } });
  }
  if (error instanceof SigningError) return new Failure('timestamp_failed', error.message, { cause: error });
  return error;
}
