/** Sections of a RESULTS.md that a bench may measure apart from each other. */
import { existsSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

/** The machine as it is now: the load is that of the last minute, by this and other programs. */
export const describeMachine = (): string =>
  `Node ${process.version}, ${cpus()[0]?.model.trim()}, ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}.`;

/** The section with this heading as it was measured before; empty if there is none. `path`: of RESULTS.md. */
export function lastSection(path: string, heading: string): string {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return new RegExp(`## ${heading}\\n.*?(?=\\n## |$)`, 'is').exec(text)?.[0] ?? '';
}
