/** Asks a time-stamp authority for a token over HTTP (RFC 3161, 3.4), and accepts only one that verifies. */

import { randomBytes } from 'node:crypto';
import { DerError } from '../asn1/der-reader.ts';
import {
  encodeAlgorithm,
  encodeBoolean,
  encodeInteger,
  encodeNull,
  encodeOctets,
  encodeSequence,
} from '../asn1/der-writer.ts';
import { digestOids, type HashedBytes } from '../certificates/digest-algorithms.ts';
import { describeUrl, type HttpExchange } from '../http-exchange.ts';
import { SigningError } from '../signing-error.ts';
import { readTimestampResponse } from './timestamp-response.ts';
import { verifyTimestamp } from './verify-timestamp.ts';

/** Returns a time-stamp token for what has this hash. */
export type RequestTimestamp = (hash: HashedBytes) => Promise<Uint8Array>;

/**
 * Returns a function that fetches a token. It throws a `SigningError` that names the authority and what it said, if
 * there is no response, no token, or one of something else.
 */
export function timestampClient(url: string, exchange: HttpExchange): RequestTimestamp {
  const authority = `The time-stamp authority ${describeUrl(url)}`;
  return async (hash) => {
    // The first byte keeps it positive and of one length.
    const nonce = Uint8Array.of(0x40, ...randomBytes(15));
    const body = encodeRequest(hash, nonce);
    const token = readToken(await send(url, exchange, body, authority), authority);
    const report = verifyTimestamp(token, (algorithm) =>
      algorithm === hash.algorithm ? hash.value : new Uint8Array(),
    );
    const error = report.findings.find(({ severity }) => severity === 'error');
    if (error) throw failure(`${authority} sent a token that is not valid: ${error.message}`);
    if (report.nonce !== Buffer.from(nonce).toString('hex')) {
      throw failure(`${authority} sent the token of another request.`);
    }
    return token;
  };
}

/** TimeStampReq, which asks for the certificates of the authority too. */
function encodeRequest({ algorithm, value }: HashedBytes, nonce: Uint8Array): Uint8Array {
  const imprint = encodeSequence(encodeAlgorithm(digestOids[algorithm], encodeNull()), encodeOctets(value));
  return encodeSequence(encodeInteger(1), imprint, encodeInteger(nonce), encodeBoolean(true));
}

async function send(
  url: string,
  exchange: HttpExchange,
  body: Uint8Array,
  authority: string,
): Promise<Uint8Array> {
  const headers = { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' };
  let response: Awaited<ReturnType<HttpExchange>>;
  try {
    response = await exchange({ url, method: 'POST', headers, body });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw failure(`${authority} could not be reached: ${reason}`, { cause });
  }
  if (response.status !== 200)
    throw failure(`${authority} responded with the HTTP status ${response.status}.`);
  return response.body;
}

function readToken(body: Uint8Array, authority: string): Uint8Array {
  try {
    const { isGranted, reason, token } = readTimestampResponse(body);
    if (isGranted && token) return token;
    throw failure(`${authority} gave no time stamp: ${reason}.`);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw failure(`${authority} responded with what is no time stamp: ${error.message}`, { cause: error });
  }
}

const failure = (message: string, options?: ErrorOptions) => new SigningError('timestamp', message, options);
