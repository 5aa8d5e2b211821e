/** Validates a caller's data against the template's own schema, field by field, before any credits are held. */

import { Failure } from '#contract/errors';
import { groupFaults } from '#contract/group-faults';
import type { RouteCall } from '../../api/route.ts';
import type { CachedTemplate } from '../template-cache.ts';

/**
 * `json` returns the data, and `field` is its path in the request, such as `templates.3.data`. `isContinued` means that
 * an earlier part of the same request already had its turn. Throws `invalid_data`, and `invalid_template` if the schema
 * is not valid.
 */
export async function checkTemplateData(
  { context, caller, signal }: Pick<RouteCall, 'context' | 'caller' | 'signal'>,
  { schema, key }: CachedTemplate,
  json: () => string,
  { field, isContinued = false }: { readonly field: string; readonly isContinued?: boolean },
): Promise<void> {
  if (!schema) return;
  const data = { key, schema, data: json() };
  const findings = await context.dataChecker.check(data, caller.team.id, signal, { isContinued });
  if ('tooMuch' in findings) throw tooMuch(field, findings.tooMuch);
  const errors: Record<string, readonly string[]> = Object.create(null);
  for (const [name, messages] of Object.entries(findings.errors)) {
    const path = name === '(data)' ? field : `${field}.${name}`;
    errors[path] = messages.map((message) => `The ${path} ${message}${/[.?!]$/.test(message) ? '' : '.'}`);
  }
  const all = Object.values(errors).flat();
  const [first] = groupFaults(Object.entries(errors));
  if (!first) return;
  const more = all.length - first.count + findings.more;
  const facts = [
    ...(first.count > 1 ? [`${first.count} times`] : []),
    ...(more > 0 ? [`and ${more} more ${more === 1 ? 'error' : 'errors'}`] : []),
  ];
  const rest = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  throw new Failure('invalid_data', `${first.message}${rest}`, { errors });
}

function tooMuch(field: string, amount: string): Failure {
  const message = `The ${field} took too long to check against the template's schema: ${amount}.`;
  return new Failure('invalid_data', message, {
    errors: { [field]: [message] },
    hint: 'Does the schema have a pattern with nested repetitions such as ^(a+)+$, or uniqueItems for a long list?',
  });
}
