/** Checks that the email address of a team's owner is verified. */
import { Failure } from '#contract/errors';
import type { Team } from '#store/teams';

/** Throws `email_unverified`. */
export function requireVerified({ verified }: Pick<Team, 'verified'>): void {
  if (!verified) {
    throw new Failure('email_unverified', 'The email address of this account is not verified.');
  }
}
