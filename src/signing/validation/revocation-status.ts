/** The status of one certificate, whichever form of evidence it comes from. */

export interface CertificateStatus {
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: Date | undefined;
  readonly thisUpdate: Date;
  /** Undefined: newer evidence may exist at any time. */
  readonly nextUpdate: Date | undefined;
}

/** Clocks differ. */
const toleranceMs = 5 * 60_000;

/** For evidence that does not say until when it counts. */
const standardMs = 24 * 60 * 60_000;

/** Whether the evidence says something about the time: it was current then, or was made later. */
export function isCurrent({ thisUpdate, nextUpdate }: CertificateStatus, time: Date): boolean {
  const until = nextUpdate ?? new Date(thisUpdate.getTime() + standardMs);
  return until.getTime() + toleranceMs >= time.getTime();
}

/** Whether evidence from the future, which no clock explains, is claimed. */
export const isFromFuture = ({ thisUpdate }: CertificateStatus, now: Date): boolean =>
  thisUpdate.getTime() > now.getTime() + toleranceMs;

/** Whether the certificate was revoked at the time, and not only later. */
export const wasRevoked = ({ status, revokedAt }: CertificateStatus, time: Date): boolean =>
  status === 'revoked' && (revokedAt === undefined || revokedAt <= time);
