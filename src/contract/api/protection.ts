/** How a PDF is protected: its passwords, and what those who have only the user password may do with it. */

/** The permissions of a protected PDF. `access` is for screen readers and is always given. */
export const permissionNames = ['print', 'copy', 'annotate', 'fill', 'assemble', 'access'] as const;
export type Permission = (typeof permissionNames)[number];

export interface Protection {
  /** Opens the file, within the permissions. Without one, the file opens without a password. */
  readonly userPassword?: string | undefined;
  /** Opens the file without restrictions. Without one, a random one is used, which is not kept. */
  readonly ownerPassword?: string | undefined;
  /** Default: everything. */
  readonly permissions?: readonly Permission[] | undefined;
}

/** The error for a PDF that is encrypted for the keys of certificates (ISO 32000-2, 7.6.5): no password opens it. */
export const protectedByCertificates =
  'The PDF is protected, but not by a password. Open it in a program that has the key of its certificate, and save it without protection.';
