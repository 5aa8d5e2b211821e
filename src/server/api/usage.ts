/** `GET /usage`; `reportUsage` in `store/ledger/usage-report.ts` counts. */
import type { RouteHandler } from './route.ts';

export const usage: RouteHandler = async ({ context, caller }) => ({
  json: { data: await context.store.ledger.usage(caller.team.id, context.now()) },
});
