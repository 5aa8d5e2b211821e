/** Logs to stderr: JSON for machines, lines for a terminal. It never logs a body, a token or a signed query. */
import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

export async function createLogger(
  level: Config['logLevel'],
  terminal: { readonly isTerminal: boolean; readonly colour: boolean },
): Promise<Logger> {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!terminal.isTerminal) return pino(options, pino.destination({ dest: 2, sync: true }));
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
