/**
 * Headers of every page of the studio, whichever server sends it: they forbid resources of other origins and framing.
 */

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  // The Designer sets inline styles on the elements it shows.
  "style-src 'self' 'unsafe-inline'",
  // Pictures of templates and PDFs come from memory.
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const pageGuards = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;
