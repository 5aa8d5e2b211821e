/** Reads a key and its certificates from the files that people have: PKCS#12, PEM, or DER. */

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type DerElement, DerError, derTags, readDer } from '../asn1/der-reader.ts';
import { readCertificates } from '../certificates/read-certificates.ts';
import { SigningError } from '../signing-error.ts';
import { decryptKey, isPkcs12, type KeyMaterial, readPkcs12 } from './read-pkcs12.ts';
import { assembleIdentity, type SigningIdentity } from './signing-identity.ts';

/** A chain of certificates with RSA keys of 16,384 bits has 30 kB. */
const maxFileBytes = 4 * 2 ** 20;

const pemBlock = /-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]*(?:-{1,4}[^-]+)*)-----END \1-----/g;

/**
 * Reads one PKCS#12 file, or PEM in one or several files: the key, its certificate, and issuers in any order. Throws a
 * `SigningError` that says what is wrong; it never contains the password.
 */
export function readIdentity(files: readonly Uint8Array[], password = ''): SigningIdentity {
  try {
    const parts = files.map((file) => readFile(file, password));
    return assembleIdentity({
      keys: parts.flatMap(({ keys }) => keys),
      certificates: parts.flatMap(({ certificates }) => certificates),
    });
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new SigningError('malformed', `The file of the key is damaged: ${error.message}`, { cause: error });
  }
}

function readFile(file: Uint8Array, password: string): KeyMaterial {
  if (file.length > maxFileBytes) {
    throw new SigningError('malformed', 'The file is too large to be one of a key or of certificates.');
  }
  if (file[0] === derTags.sequence) return readBinary(readDer(file), password);
  const blocks = [...Buffer.from(file).toString('latin1').matchAll(pemBlock)];
  if (blocks.length === 0) {
    throw new SigningError(
      'malformed',
      'The file is neither PKCS#12 (.p12, .pfx) nor PEM (-----BEGIN …): no key or certificate was found in it.',
    );
  }
  const parts = blocks.map(([pem, label = '', body = '']) => readBlock(pem, label, body, password));
  return {
    keys: parts.flatMap(({ keys }) => keys),
    certificates: parts.flatMap(({ certificates }) => certificates),
  };
}

/** PKCS#12, certificates, or PKCS#8 with or without encryption. */
function readBinary(file: DerElement, password: string): KeyMaterial {
  if (isPkcs12(file)) return readPkcs12(file, password);
  const [first, second] = file.children;
  if (first?.tag === derTags.integer) return { keys: [file.encoded], certificates: [] };
  if (second?.tag === derTags.octetString) return readEncryptedKey(file, password);
  return readCertificateFile(file.encoded);
}

function readBlock(pem: string, label: string, body: string, password: string): KeyMaterial {
  switch (label) {
    case 'CERTIFICATE':
    case 'X509 CERTIFICATE':
    case 'TRUSTED CERTIFICATE':
    case 'PKCS7':
    case 'CMS':
      return readCertificateFile(Buffer.from(pem));
    case 'PRIVATE KEY':
      return { keys: [Buffer.from(body, 'base64')], certificates: [] };
    case 'ENCRYPTED PRIVATE KEY':
      return readEncryptedKey(readDer(Buffer.from(body, 'base64')), password);
    case 'RSA PRIVATE KEY':
    case 'EC PRIVATE KEY':
      return { keys: [readTraditionalKey(pem, password)], certificates: [] };
    default:
      // Parameters of curves, public keys, requests.
      return { keys: [], certificates: [] };
  }
}

const readCertificateFile = (file: Uint8Array): KeyMaterial => ({
  keys: [],
  certificates: readCertificates(file).map(({ raw }) => raw),
});

function readEncryptedKey(key: DerElement, password: string): KeyMaterial {
  if (password === '') throw needsPassword();
  try {
    return { keys: [decryptKey(key, password)], certificates: [] };
  } catch (error) {
    if (!(error instanceof SigningError && error.code === 'password')) throw error;
    throw wrongPassword();
  }
}

/** The forms of one algorithm each that OpenSSL wrote before PKCS#8, whose encryption only it knows. */
function readTraditionalKey(pem: string, password: string): Uint8Array {
  const isEncrypted = pem.includes('ENCRYPTED');
  if (isEncrypted && password === '') throw needsPassword();
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: 'pem', passphrase: password });
  } catch (cause) {
    if (isEncrypted) throw wrongPassword(cause);
    throw new SigningError('malformed', 'The private key is damaged.', { cause });
  }
  return key.export({ format: 'der', type: 'pkcs8' });
}

const needsPassword = () =>
  new SigningError('password', 'The private key is encrypted and needs its password.');

const wrongPassword = (cause?: unknown) =>
  new SigningError('password', 'The password of the private key is wrong.', { cause });
