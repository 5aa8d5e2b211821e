/** `████████░░░░  42 %  38 of 90 MB`. */
import { formatBytes } from './format.ts';

const width = 24;

/** `amounts` describes the progress in words; the default is bytes. */
export function progressBar(done: number, total: number, amounts?: string): string {
  // Some servers do not send the total size.
  if (total <= 0) return amounts ?? formatBytes(done);
  const share = Math.min(1, done / total);
  const full = Math.round(share * width);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent} %  ${amounts ?? `${formatBytes(done)} of ${formatBytes(total)}`}`;
}
