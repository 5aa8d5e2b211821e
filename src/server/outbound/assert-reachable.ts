/** Checks an address that a team gives the server before anything is stored or rendered. */

import { EgressRefused } from '#browser/egress/refusal';
import { Unreachable } from '#browser/egress/unreachable';
import { Failure } from '#contract/errors';
import type { ServerContext } from '../context.ts';

/** Throws `invalid_request` for an address that may not be requested or whose host is unknown. */
export async function assertReachable(
  { outbound }: Pick<ServerContext, 'outbound'>,
  field: string,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await outbound.check(url, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof EgressRefused || error instanceof Unreachable)) throw error;
    const message = `The ${field} cannot be used: ${error.message}`;
    throw new Failure('invalid_request', message, { errors: { [field]: [message] }, cause: error });
  }
}
