/**
 * Real files. Chromium 153 (headless shell) printed `plain untitled report landscape form tables-*`. `tables-first-run`
 * and `tables-later-run` are the same page, printed by one renderer before and after others. qpdf 11 derived the
 * rest from them.
 */
import { readFileSync } from 'node:fs';

export const fixtures = [
  'plain',
  'untitled',
  'report',
  'landscape',
  'form',
  'tables-first-run',
  'tables-later-run',
  'plain-linearized',
  'report-object-streams',
  'report-linearized-object-streams',
  'report-rotated',
] as const;

export function fixture(name: (typeof fixtures)[number] | 'plain-encrypted'): Buffer {
  return readFileSync(new URL(`fixtures/${name}.pdf`, import.meta.url));
}
