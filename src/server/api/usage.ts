/** `GET /usage` */
import type { RouteHandler } from './route.ts';

export const usage: RouteHandler = async ({ tools, caller }) => ({
  json: { data: tools.store.ledger.usage(caller.team.id, tools.now()) },
});
