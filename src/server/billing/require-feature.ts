/** Checks which features a plan includes. */
import { Failure } from '#contract/errors';
import { plans, requiredPlan } from '#contract/plans';
import type { Team } from '#store/teams';

const names = { metadata: 'The metadata field', merge: 'Merging' } as const;

/** Throws `plan_required` with `required_plan`. */
export function requireFeature({ plan }: Team, feature: keyof typeof requiredPlan): void {
  if (plans[plan][feature]) return;
  const required_plan = requiredPlan[feature];
  const above = required_plan === 'basic' ? ' or above' : '';
  throw new Failure('plan_required', `${names[feature]} requires the ${required_plan} plan${above}.`, {
    facts: { required_plan },
  });
}
