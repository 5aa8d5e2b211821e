/** Certificates from a file or a response: PEM, DER, or a bundle of PKCS#7. */

import { X509Certificate } from 'node:crypto';
import { DerError, derTags, readDer } from '../asn1/der-reader.ts';
import { readCmsData } from '../cms/cms-data.ts';
import { SigningError } from '../signing-error.ts';

const pemBlock =
  /-----BEGIN (CERTIFICATE|X509 CERTIFICATE|TRUSTED CERTIFICATE|PKCS7|CMS)-----([^-]*)-----END \1-----/g;

/** Throws a `SigningError` if there is none, or one is damaged. */
export function readCertificates(file: Uint8Array): readonly X509Certificate[] {
  try {
    const found = file[0] === derTags.sequence ? readBinary(file) : readPem(file);
    if (found.length > 0) return found;
  } catch (cause) {
    throw new SigningError('malformed', 'A certificate is damaged.', { cause });
  }
  throw new SigningError('malformed', 'There is no certificate in the file: neither PEM nor DER.');
}

function readPem(file: Uint8Array): readonly X509Certificate[] {
  const blocks = [...Buffer.from(file).toString('latin1').matchAll(pemBlock)];
  return blocks.flatMap(([pem, label, body = '']) =>
    label === 'TRUSTED CERTIFICATE' ? [new X509Certificate(pem)] : readBinary(Buffer.from(body, 'base64')),
  );
}

function readBinary(bytes: Uint8Array): readonly X509Certificate[] {
  const [first] = readDer(bytes).children;
  if (!first) throw new DerError('The file is empty.');
  // A bundle begins with the identifier of its type, a certificate with what is signed.
  if (first.tag !== derTags.oid) return [new X509Certificate(bytes)];
  return readCmsData(bytes).certificates.map(({ x509 }) => x509);
}
