/** Checks whether a token may manage templates or webhooks. */
import { Failure } from '#contract/errors';
import type { TokenScope } from '#contract/token';
import type { Authenticated } from '#store/tokens';

const managed: Readonly<Record<TokenScope, string>> = {
  'templates:write': 'templates',
  'webhooks:write': 'webhooks',
};

/** Throws `scope_required` with `required_scope`. */
export function requireManagementScope({ scopes }: Authenticated, scope: TokenScope): void {
  if (scopes.includes(scope)) return;
  throw new Failure(
    'scope_required',
    `Managing ${managed[scope]} requires a token with the scope ${scope}.`,
    { facts: { required_scope: scope } },
  );
}
