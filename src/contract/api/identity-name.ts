/** The form of the names of signing identities, on the command line and in requests. */

export const identityNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
