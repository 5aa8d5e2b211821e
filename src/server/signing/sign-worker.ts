/**
 * The thread that signs: a key and a PDF of strangers meet in it. It asks the server for what it needs of an authority, and
 * has no other way to the network.
 */
import { createHash } from 'node:crypto';
import { permittedChanges } from '#contract/api/permitted-changes';
import { Failure } from '#contract/errors';
import { PdfError } from '#pdf';
import type { CertificationLevel } from '#pdf/signing/signature-dictionary';
import { appendSignature } from '#render/sealing/append-signature';
import { readOwnFont } from '#runtime/built-file';
import { serveTasks } from '#runtime/serve-tasks';
import { assembleIdentity, type HttpExchange, SigningError, timestampClient } from '#signing';
import type { AuthorityReply, AuthorityRequest, SignedDocument, SignTask } from './signing-pool.ts';

serveTasks<SignTask, SignedDocument, AuthorityRequest, AuthorityReply>(
  async ({ pdf, files, details, timestamp, date }, ask) => {
    const { certify, long_term: isLongTerm, ...texts } = details;
    const exchange: HttpExchange = async (request) => {
      const reply = await ask(request);
      if ('error' in reply) throw new Error(reply.error);
      return reply;
    };
    try {
      const identity = assembleIdentity({ keys: [files.key], certificates: files.certificates });
      const { pdf: signed, warnings } = await appendSignature(pdf, {
        ...texts,
        identity,
        date,
        certification: certify && ((permittedChanges.indexOf(certify) + 1) as CertificationLevel),
        timestamp: timestamp === undefined ? undefined : timestampClient(timestamp, exchange),
        evidence: isLongTerm ? exchange : undefined,
        readFont: readOwnFont,
      });
      return { pdf: signed, hash: createHash('sha256').update(signed).digest(), warnings };
    } catch (error) {
      throw toFailure(error);
    }
  },
);

function toFailure(error: unknown): unknown {
  if (error instanceof PdfError) {
    const { message } = error;
    return new Failure('invalid_option', message, { errors: { 'config.sign': [message] } });
  }
  // Its message may have the address, which is the operator's.
  if (error instanceof SigningError && error.code === 'timestamp') {
    return new Failure('timestamp_failed', 'The time-stamp authority of the server gave no time stamp.');
  }
  // A certificate was revoked.
  if (error instanceof SigningError && error.code === 'identity') {
    const { message } = error;
    return new Failure('invalid_option', message, { errors: { 'config.sign.identity': [message] } });
  }
  return error;
}
