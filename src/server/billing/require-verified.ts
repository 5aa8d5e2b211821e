/** Checks that the email address of a team's owner is verified. */
import { Failure } from '#contract/errors';
import { plans } from '#contract/plans';
import type { Team } from '#store/teams';

/** Throws `email_unverified`. */
export function requireVerified({ verified, plan }: Pick<Team, 'verified' | 'plan'>): void {
  if (!verified && plans[plan].isLimited) {
    throw new Failure('email_unverified', 'The email address of this account is not verified.');
  }
}
