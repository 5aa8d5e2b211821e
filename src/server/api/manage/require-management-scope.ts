/** Checks whether a token may manage templates. */
import { Failure } from '../../../contract/errors.ts';
import type { Authenticated } from '../../../store/tokens.ts';

/** Throws `scope_required` with `required_scope`. */
export function requireManagementScope({ scopes }: Authenticated): void {
  const required_scope = 'templates:write';
  if (scopes.includes(required_scope)) return;
  throw new Failure(
    'scope_required',
    `Managing templates requires a token with the scope ${required_scope}.`,
    {
      facts: { required_scope },
    },
  );
}
