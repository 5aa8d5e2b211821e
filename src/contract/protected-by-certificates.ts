/** What is said of a PDF that is encrypted for the keys of certificates (ISO 32000-2, 7.6.5): no password opens it. */
export const protectedByCertificates =
  'The PDF is protected, but not by a password. Open it in a program that has the key of its certificate, and save it without protection.';
