/**
 * The protection of a job while it waits in the database: what its PDFs will store of the passwords anyway, and their key.
 * The passwords themselves are not stored, not even encrypted. The key opens only the PDFs of this job, whose data lies
 * beside it until the job is removed.
 */
import { toProtection } from '#contract/api/protection-schema';
import type { FileProtection } from '#pdf';
import { prepareProtection } from '#render/sealing/requested-protection';

/** As JSON: bytes are in base64. */
interface StoredProtection extends Readonly<Record<(typeof byteFields)[number], string>> {
  readonly permissions: number;
}

const byteFields = ['key', 'user', 'userKey', 'owner', 'ownerKey', 'sealedPermissions'] as const;

/** Returns the options to store in place of those that were sent. Throws the errors of `prepareProtection`. */
export function storeProtection<Config extends { readonly protection?: Parameters<typeof toProtection>[0] }>(
  config: Config | undefined,
): { config?: Omit<Config, 'protection'>; protection?: StoredProtection } {
  if (!config) return {};
  const { protection, ...rest } = config;
  const prepared = prepareProtection(toProtection(protection));
  if (!prepared) return { config: rest };
  const encoded = byteFields.map((name) => [name, Buffer.from(prepared[name]).toString('base64')]);
  const { permissions } = prepared;
  return { config: rest, protection: { ...Object.fromEntries(encoded), permissions } as StoredProtection };
}

/** `options`: of a job. */
export function readStoredProtection({
  protection,
}: {
  readonly protection?: StoredProtection;
}): FileProtection | undefined {
  if (!protection) return undefined;
  const decoded = byteFields.map((name) => [name, Buffer.from(protection[name], 'base64')]);
  const { permissions } = protection;
  return { ...Object.fromEntries(decoded), permissions } as FileProtection;
}
