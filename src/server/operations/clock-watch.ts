/** Reports in the log when the clock is not trusted, and which teams a wrong clock has charged on a day to come. */
import type { FastifyBaseLogger } from 'fastify';
import { maxClockOffsetMs } from '#store/database/database-clock';
import type { Store } from '#store/store';

export interface ClockWatch {
  /** Returns whether what has expired may be removed now. Throws `database_failed`. */
  look(): Promise<boolean>;
}

/** A shorter time is a usual downtime. */
const minReportedDays = 1;

export function startClockWatch({ clock, ledger, postgres, now }: Store, log: FastifyBaseLogger): ClockWatch {
  let reported = '';
  let isFirst = true;
  return {
    async look() {
      if (postgres) {
        await postgres.clock.measure();
        const { offsetMs } = postgres.clock;
        if (Math.abs(offsetMs) > maxClockOffsetMs) {
          log.warn({ offsetMs }, 'the clock of this machine differs from that of the database');
        }
      }
      const state = await clock.note();
      const days = clock.offsetDays;
      if (state !== reported && (state === 'trusted' || Math.abs(days) >= minReportedDays)) {
        if (state !== 'trusted')
          log[state === 'ahead' ? 'error' : 'warn']({ days, now: now() }, messages[state]);
        else if (reported !== '') log.info({ now: now() }, 'the clock is trusted again');
        reported = state;
      }
      if (state === 'trusted' && isFirst) {
        isFirst = false;
        // Servers in other time zones have the same day: it is that of UTC.
        const teams = await ledger.teamsAhead(now());
        if (teams.length > 0) log.warn({ teams }, teamsAheadMessage);
      }
      return state === 'trusted' || state === 'behind';
    },
  };
}

const messages = {
  settling:
    'the clock is ahead of the last time that a server ran: nothing that has expired is removed for an hour. If the clock is wrong, set it right before',
  ahead:
    'the clock is more than a year ahead of the last time that a server ran: no PDF is charged and nothing is removed until it is set right, or confirmed with pdfapi admin clock confirm',
  behind:
    'the clock is behind the last time that a server ran: PDFs count on the latest day of each team. If it was wrong before: pdfapi admin clock confirm, then pdfapi admin clock repair',
} as const;

const teamsAheadMessage =
  'a wrong clock has charged these teams on a day to come, which freezes their month until then: pdfapi admin clock repair';
