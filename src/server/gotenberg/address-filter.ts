/** Gotenberg's lists of allowed and denied addresses, beside this server's own network rules. */
import type { AddressRules } from '#browser/egress/allow-list';
import { EgressRefused } from '#browser/egress/refusal';
import type { AddressRule } from '../outbound/outbound.ts';
import { GotenbergError } from './answer.ts';
import type { GotenbergSettings } from './variables.ts';

export type AddressPurpose = 'page' | 'download' | 'webhook' | 'webhookError';

/** Characters. Expressions of the operator are matched with texts of strangers. */
const maxAddressLength = 8_000;

/** The lists for a purpose. */
export function rulesFor(settings: GotenbergSettings, purpose: AddressPurpose): AddressRules {
  const {
    downloadAllowList,
    downloadDenyList,
    noPublicDownloads,
    pageAllowList,
    pageDenyList,
    noPublicPages,
    webhookAllowList,
    webhookDenyList,
    webhookErrorAllowList,
    webhookErrorDenyList,
    noPublicWebhooks,
  } = settings;
  if (purpose === 'page') return { allow: pageAllowList, deny: pageDenyList, noPublic: noPublicPages };
  if (purpose === 'download') {
    return { allow: downloadAllowList, deny: downloadDenyList, noPublic: noPublicDownloads };
  }
  const ofWebhooks = { allow: webhookAllowList, deny: webhookDenyList, noPublic: noPublicWebhooks };
  if (purpose === 'webhook') return ofWebhooks;
  return {
    ...ofWebhooks,
    ...(webhookErrorAllowList.length > 0 ? { allow: webhookErrorAllowList } : {}),
    ...(webhookErrorDenyList.length > 0 ? { deny: webhookErrorDenyList } : {}),
  };
}

/** The rule for addresses that the server itself asks for. */
export const addressRule =
  (rules: AddressRules): AddressRule =>
  (url) => {
    const refusal = refusalOf(rules, url);
    if (refusal !== undefined) throw new EgressRefused('The operator has forbidden this address.');
    return rules.allow.some((pattern) => pattern.test(url));
  };

/** Throws `GotenbergError` 403 for an address that the lists forbid. */
export function assertListed(rules: AddressRules, url: string): void {
  if (refusalOf(rules, url) !== undefined) throw forbidden();
}

/** Why the lists forbid an address, as the end of a sentence in Gotenberg's words. */
export function refusalOf({ allow, deny, noPublic }: AddressRules, url: string): string | undefined {
  if (url.length > maxAddressLength) return 'is too long';
  const isAllowed = allow.some((pattern) => pattern.test(url));
  if (allow.length > 0 && !isAllowed) return 'does not match any expression from the allowed list';
  if (deny.some((pattern) => pattern.test(url))) return 'matches the expression from the denied list';
  return noPublic && !isAllowed && !url.startsWith('file:') ? 'targets a public address' : undefined;
}

export const forbidden = (cause?: unknown) => new GotenbergError(403, 'Forbidden', { cause });
