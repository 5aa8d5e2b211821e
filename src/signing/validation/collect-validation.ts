/** Collects what a signature needs to be verified in years (PAdES B-LT): issuers, and that none was revoked. */

import { createHash, type X509Certificate } from 'node:crypto';
import { DerError } from '../asn1/der-reader.ts';
import { encodeAlgorithm, encodeNull, encodeOctets, encodeSequence } from '../asn1/der-writer.ts';
import { oids } from '../asn1/object-identifiers.ts';
import { digestOids } from '../certificates/digest-algorithms.ts';
import { includedX509 } from '../certificates/included-x509.ts';
import { isIssuedBy } from '../certificates/is-issued-by.ts';
import { ParsedCertificate } from '../certificates/parsed-certificate.ts';
import { readCertificates } from '../certificates/read-certificates.ts';
import { errorFinding, type SignatureFinding, warningFinding } from '../findings.ts';
import { describeUrl, type HttpExchange, type HttpRequest } from '../http-exchange.ts';
import { SigningError } from '../signing-error.ts';
import { findCertificateUrls } from './certificate-urls.ts';
import { findOcspAnswer, findResponder, readOcspResponse } from './ocsp-response.ts';
import { findListedStatus, isListOf, readRevocationList } from './revocation-list.ts';
import { type CertificateStatus, isCurrent, isFromFuture, wasRevoked } from './revocation-status.ts';

export interface CollectedValidation {
  /** The given ones and their issuers. */
  readonly certificates: readonly X509Certificate[];
  /** DER. */
  readonly ocsps: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  /** A warning for what could not be had, an error for what was revoked. */
  readonly findings: readonly SignatureFinding[];
}

const maxChainLength = 10;

/**
 * `certificates` are those of one signature or time stamp, the signer's first. Accepts only evidence that its issuer signed
 * and that is current. Does not throw for what cannot be had: a finding names it.
 */
export async function collectValidation(
  certificates: readonly X509Certificate[],
  exchange: HttpExchange,
): Promise<CollectedValidation> {
  const [signer, ...others] = certificates.map(({ raw }) => new ParsedCertificate(raw));
  const collector = new Collector(exchange);
  if (signer) await collector.collect(signer, others);
  return collector.result();
}

/** Gathers for one signature. */
class Collector {
  readonly #exchange: HttpExchange;
  readonly #certificates = new Map<string, ParsedCertificate>();
  readonly #ocsps: Uint8Array[] = [];
  readonly #crls = new Map<string, Uint8Array>();
  readonly #findings: SignatureFinding[] = [];

  constructor(exchange: HttpExchange) {
    this.#exchange = exchange;
  }

  result(): CollectedValidation {
    return {
      certificates: includedX509([...this.#certificates.values()]),
      ocsps: this.#ocsps,
      crls: [...this.#crls.values()],
      findings: this.#findings,
    };
  }

  async collect(signer: ParsedCertificate, others: readonly ParsedCertificate[]): Promise<void> {
    let certificate = signer;
    for (let length = 0; length < maxChainLength; length++) {
      this.#add(certificate);
      if (certificate.isSelfIssued && isIssuedBy(certificate, certificate)) return;
      const issuer = await this.#findIssuer(certificate, others);
      if (!issuer) {
        const message = `The certificate of the issuer of ${certificate.name} could not be had.`;
        this.#findings.push(warningFinding('unavailable', message));
        return;
      }
      await this.#findRevocation(certificate, issuer);
      certificate = issuer;
    }
  }

  #add(certificate: ParsedCertificate): void {
    this.#certificates.set(certificate.summarize().fingerprint, certificate);
  }

  async #findIssuer(
    certificate: ParsedCertificate,
    others: readonly ParsedCertificate[],
  ): Promise<ParsedCertificate | undefined> {
    const known = others.find((other) => isIssuedBy(certificate, other));
    if (known) return known;
    for (const url of findCertificateUrls(certificate).issuers) {
      const body = await this.#fetch({ url, method: 'GET', headers: {} });
      const read = () =>
        readCertificates(body ?? new Uint8Array()).map(({ raw }) => new ParsedCertificate(raw));
      const issuer = body && this.#read(url, read)?.find((each) => isIssuedBy(certificate, each));
      if (issuer) return issuer;
    }
    return undefined;
  }

  /** OCSP, which is small and of this minute, or else a list. */
  async #findRevocation(certificate: ParsedCertificate, issuer: ParsedCertificate): Promise<void> {
    const urls = findCertificateUrls(certificate);
    for (const url of urls.ocsp) {
      if (await this.#askResponder(url, certificate, issuer)) return;
    }
    for (const url of urls.crls) {
      if (await this.#fetchList(url, certificate, issuer)) return;
    }
    const places = urls.ocsp.length + urls.crls.length;
    const reason = places === 0 ? 'its certificate names no place for it' : 'no place that it names gave it';
    const message = `Whether the certificate of ${certificate.name} was revoked could not be had: ${reason}.`;
    this.#findings.push(warningFinding('revocation_unknown', message));
  }

  async #askResponder(
    url: string,
    certificate: ParsedCertificate,
    issuer: ParsedCertificate,
  ): Promise<boolean> {
    const headers = { 'content-type': 'application/ocsp-request', accept: 'application/ocsp-response' };
    const body = encodeOcspRequest(certificate, issuer);
    const bytes = await this.#fetch({ url, method: 'POST', headers, body });
    if (!bytes) return false;
    const found = this.#read(url, () => {
      const response = readOcspResponse(bytes);
      const answer = findOcspAnswer(response, certificate, issuer);
      if (!answer) throw new DerError('it is one about another certificate.');
      const responder = findResponder(response, issuer);
      if (!responder) throw new DerError('it is not signed by the issuer.');
      assertUsable(answer);
      return { answer, responder };
    });
    if (!found) return false;
    this.#ocsps.push(bytes);
    this.#reportRevoked(certificate, found.answer);
    const { responder } = found;
    const isIssuer = Buffer.compare(responder.der, issuer.der) === 0;
    if (!isIssuer) {
      this.#add(responder);
      // Responders whose certificate says so are trusted while it lasts (RFC 6960, 4.2.2.2.1).
      if (!responder.extensions.has(oids.ocspNoCheck)) await this.#findListOf(responder, issuer);
    }
    return true;
  }

  /** For a responder only lists count: another responder would need the same. */
  async #findListOf(certificate: ParsedCertificate, issuer: ParsedCertificate): Promise<void> {
    for (const url of findCertificateUrls(certificate).crls) {
      if (await this.#fetchList(url, certificate, issuer)) return;
    }
    const message = `Nothing says whether the certificate of the responder ${certificate.name} was revoked.`;
    this.#findings.push(warningFinding('revocation_unknown', message));
  }

  async #fetchList(url: string, certificate: ParsedCertificate, issuer: ParsedCertificate): Promise<boolean> {
    const bytes = this.#crls.get(url) ?? (await this.#fetch({ url, method: 'GET', headers: {} }));
    if (!bytes) return false;
    const status = this.#read(url, () => {
      const list = readRevocationList(bytes);
      if (!isListOf(list, issuer)) throw new DerError('it is not signed by the issuer.');
      const found = findListedStatus(list, certificate);
      if (!found) throw new DerError('it is one of other certificates.');
      assertUsable(found);
      return found;
    });
    if (!status) return false;
    this.#crls.set(url, bytes);
    this.#reportRevoked(certificate, status);
    return true;
  }

  #reportRevoked({ name }: ParsedCertificate, status: CertificateStatus): void {
    if (!wasRevoked(status, new Date())) return;
    const when = status.revokedAt ? ` on ${status.revokedAt.toISOString()}` : '';
    this.#findings.push(errorFinding('revoked', `The certificate of ${name} was revoked${when}.`));
  }

  async #fetch(request: HttpRequest): Promise<Uint8Array | undefined> {
    try {
      const { status, body } = await this.#exchange(request);
      if (status === 200) return body;
      this.#reportUnavailable(request.url, `it responded with the HTTP status ${status}.`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `${describeUrl(request.url)} could not be asked: ${reason}`;
      this.#findings.push(warningFinding('unavailable', message));
    }
    return undefined;
  }

  #read<T>(url: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DerError || error instanceof SigningError)) throw error;
      this.#reportUnavailable(url, error.message);
      return undefined;
    }
  }

  #reportUnavailable(url: string, reason: string): void {
    this.#findings.push(
      warningFinding('unavailable', `What ${describeUrl(url)} sent cannot be used: ${reason}`),
    );
  }
}

function assertUsable(status: CertificateStatus): void {
  const now = new Date();
  if (status.status === 'unknown') throw new DerError('the responder does not know the certificate.');
  if (!isCurrent(status, now)) throw new DerError('it is out of date.');
  if (isFromFuture(status, now)) throw new DerError('it is from the future.');
}

/**
 * An OCSP request (RFC 6960, 4.1), without a nonce: responders that prepare their answers ignore it. The answer tells
 * its age.
 */
const encodeOcspRequest = (certificate: ParsedCertificate, issuer: ParsedCertificate): Uint8Array =>
  encodeSequence(encodeSequence(encodeSequence(encodeSequence(encodeCertificateId(certificate, issuer)))));

/** CertID. SHA-1 only identifies here, and is what all responders know (RFC 5019, 2.1.1). */
function encodeCertificateId(certificate: ParsedCertificate, issuer: ParsedCertificate): Uint8Array {
  const hash = (bytes: Uint8Array) => encodeOctets(createHash('sha1').update(bytes).digest());
  return encodeSequence(
    encodeAlgorithm(digestOids.sha1, encodeNull()),
    hash(certificate.issuer),
    hash(issuer.keyBytes),
    certificate.serialNumber.encoded,
  );
}
