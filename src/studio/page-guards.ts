/** Headers of every page of the studio, whoever sends it: nothing from elsewhere, and in nobody else's frame. */

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  // The Designer sets the styles of what it shows one by one.
  "style-src 'self' 'unsafe-inline'",
  // Pictures of templates and of PDFs come from memory.
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
