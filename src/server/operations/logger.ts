/** Logs to stderr: JSON for machines, lines for a terminal. It never logs a body, a token or a signed query. */
import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

/** What is kept until it can be written; further lines are dropped. In characters. */
const maxUnwrittenBytes = 1_000_000;

export async function createLogger(
  level: Config['logLevel'],
  terminal: { readonly isTerminal: boolean; readonly colour: boolean },
): Promise<Logger> {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!terminal.isTerminal) {
    const stderr = pino.destination({ dest: 2, sync: true, maxLength: maxUnwrittenBytes });
    // A full disk or a reader that is gone: a server without a log is better than none, which would be restarted again and again.
    stderr.on('error', () => {});
    return pino(options, stderr);
  }
  const { default: pretty } = await import('pino-pretty');
  const stream = pretty({
    destination: 2,
    sync: true,
    colorize: terminal.colour,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  return pino(options, stream);
}
