/** Checks an address that a team gives the server before anything is stored or rendered. */
import { Failure } from '../../contract/errors.ts';
import type { ServerContext } from '../context.ts';

/** Throws `invalid_request` for an address that may not be requested or whose host is unknown. */
export async function assertReachable(
  { outbound }: ServerContext,
  field: string,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await outbound.check(url, signal);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const message = `The ${field} cannot be used: ${(error as Error).message}`;
    throw new Failure('invalid_request', message, { errors: { [field]: [message] }, cause: error });
  }
}
