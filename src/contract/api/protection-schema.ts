/** The protection of a PDF in a request. */
import { z } from 'zod';
import { type Permission, type Protection, permissionNames } from './protection.ts';

/** In characters. The limit of the format, 127 bytes of UTF-8, is checked where the password is prepared. */
const maxPasswordCharacters = 1_000;

/** Messages never contain what was sent. */
export const passwordSchema = z
  .string({ error: 'must be a string' })
  .min(1, { error: 'must not be empty' })
  .max(maxPasswordCharacters, { error: `must have at most ${maxPasswordCharacters} characters` });

export const permissionsSchema = z.array(
  z.enum(permissionNames, { error: `must be one of: ${permissionNames.join(', ')}` }),
  { error: `must be an array of: ${permissionNames.join(', ')}` },
);

/** Keeps passwords out of the tools that show a description of the API with sample values. */
const password = (description: string) =>
  passwordSchema.optional().meta({ format: 'password', writeOnly: true, description });

export const protectionSchema = z
  .strictObject(
    {
      user_password: password(
        'Opens the PDF, within the permissions. Without one, the PDF opens without a password.',
      ),
      owner_password: password(
        'Opens the PDF without restrictions. Must differ from `user_password`. Without one, a random one is used, which is not kept.',
      ),
      permissions: permissionsSchema.optional().meta({
        description:
          'What whoever has not the owner password may do. `access`, for screen readers, is always permitted. Default: everything.',
      }),
    },
    { error: 'must be an object with user_password, owner_password and permissions' },
  )
  .meta({
    id: 'Protection',
    description:
      'Encrypts the PDF with AES-256. At least one password is required, of at most 127 bytes in UTF-8. Cannot be combined with PDF/A, which e-invoices are too.',
  });

interface ProtectionConfig {
  readonly user_password?: string | undefined;
  readonly owner_password?: string | undefined;
  readonly permissions?: readonly Permission[] | undefined;
}

/** Returns the fields of a request under the names that the rest of the program uses. */
export function toProtection(config: ProtectionConfig | undefined): Protection | undefined {
  if (!config) return undefined;
  const { user_password: userPassword, owner_password: ownerPassword, permissions } = config;
  return { userPassword, ownerPassword, permissions };
}
