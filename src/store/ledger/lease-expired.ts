import { Failure } from '#contract/errors';

/**
 * The failure of a request whose hold or key was given free because its server stood still for longer than the lease.
 * Nothing was charged.
 */
export const leaseExpired = (): Failure =>
  new Failure('lease_expired', 'The request took so long that it was given up. It can be sent again.');
