/** What goes on, on stderr, in the manner of wkhtmltopdf: programs that start it look for its words. */
import { sanitize } from '../../io/sanitize.ts';
import { writeStderr } from '../../io/streams.ts';
import type { FlagValues } from './flag-values.ts';

const levels = ['none', 'error', 'warn', 'info'] as const;

/** Characters of a bar, and of the line that it is in. */
const barWidth = 60;
const lineWidth = 80;

export interface Progress {
  /** `Loading pages (1/6)`. */
  phase(name: Phase): void;
  /** Shows how much of the phase is done, from 0 to 1. */
  done(share: number, what?: string): void;
  finish(): void;
  warn(text: string): void;
  /** Shown unless all is silenced. */
  error(text: string): void;
  /** As `error`, without saying that it is one. */
  tell(text: string): void;
}

const phases = [
  'Loading pages',
  'Counting pages',
  'Loading TOC',
  'Resolving links',
  'Loading headers and footers',
  'Printing pages',
] as const;
type Phase = (typeof phases)[number];

/** Throws `WkFailure` for a level that there is not. */
export function createProgress(flags: FlagValues): Progress {
  const asked = flags.oneOf('log-level', levels) ?? 'info';
  const level = flags.isOn('quiet', false) && asked !== 'none' ? 'error' : asked;
  const shows = (each: (typeof levels)[number]) => levels.indexOf(level) >= levels.indexOf(each);
  let isInLine = false;
  const write = (text: string, isLine: boolean) => {
    writeStderr(`${isInLine && isLine ? '\n' : ''}${text}`);
    isInLine = !isLine;
  };
  const say = (kind: string, text: string) => write(`${kind}: ${sanitize(text)}\n`, true);
  return {
    phase(name) {
      if (!shows('info')) return;
      const number = phases.indexOf(name) + 1;
      writeStderr(`${`${name} (${number}/${phases.length})`.padEnd(lineWidth)}\n`);
      isInLine = false;
    },
    done(share, what = `${Math.round(share * 100)}%`) {
      if (!shows('info')) return;
      const filled = Math.round(share * barWidth);
      const bar = filled < barWidth ? `${'='.repeat(filled)}>`.padEnd(barWidth) : '='.repeat(barWidth);
      writeStderr(`[${bar}] ${what.padEnd(14)}${share >= 1 ? '\n' : '\r'}`);
      isInLine = share < 1;
    },
    finish() {
      if (shows('info')) write(`${'Done'.padEnd(lineWidth)}\n`, true);
    },
    warn(text) {
      if (shows('warn')) say('Warning', text);
    },
    error(text) {
      if (shows('error')) say('Error', text);
    },
    tell(text) {
      if (shows('error')) write(`${sanitize(text)}\n`, true);
    },
  };
}
