import type { ClockContext } from './clock-context.ts';

/** The parts of Temporal that show the current time. */
interface TemporalNow {
  timeZoneId(): string;
  instant(): unknown;
  [method: string]: (zone?: unknown) => unknown;
}

interface ZonedDateTime {
  [conversion: string]: () => unknown;
}

interface Temporal {
  readonly Now: TemporalNow;
  readonly Instant: {
    fromEpochMilliseconds(ms: number): { toZonedDateTimeISO(zone: unknown): ZonedDateTime };
  };
}

/**
 * Gives a reproducible document a fixed date, and pseudo-random numbers from a fixed seed. A script that shows the date
 * or draws with random numbers then produces the same PDF again. Measurements (`event.timeStamp`, `performance.timing`)
 * and workers still use the real clock.
 */
export function fixDate({ clock, date, like, apply, today }: ClockContext): void {
  if (date === undefined) return;
  const define = (object: object, name: string, descriptor: PropertyDescriptor): void => {
    if (Object.getOwnPropertyDescriptor(object, name)) Object.defineProperty(object, name, descriptor);
  };
  define(Performance.prototype, 'timeOrigin', { get: () => date });
  const [year, month, day, ...time] = [...new Date(date).toISOString().matchAll(/\d+/g)].map(
    ([digits]) => digits,
  );
  define(Document.prototype, 'lastModified', {
    get: () => `${month}/${day}/${year} ${time.slice(0, 3).join(':')}`,
  });

  const formats = Intl.DateTimeFormat.prototype;
  const format = Object.getOwnPropertyDescriptor(formats, 'format')?.get;
  const orToday = (given: unknown) => (given === undefined ? today() : given);
  const known = new WeakMap<object, unknown>();
  if (format) {
    const get = like(format, (args, self) => {
      const bound = apply(format, self, args);
      if (!known.has(bound)) {
        known.set(
          bound,
          like(bound, (args) => bound(orToday(args[0]))),
        );
      }
      return known.get(bound);
    });
    define(formats, 'format', { get });
  }
  const { formatToParts } = formats;
  formats.formatToParts = like(formatToParts, (args, self) => apply(formatToParts, self, [orToday(args[0])]));

  const { Temporal } = window as unknown as { readonly Temporal?: Temporal };
  const now = Temporal?.Now;
  if (now) {
    const { Instant } = Temporal;
    const { timeZoneId } = now;
    const instant = () => Instant.fromEpochMilliseconds(today());
    const zoned = (args: unknown[]) =>
      instant().toZonedDateTimeISO(args[0] === undefined ? timeZoneId() : args[0]);
    now.instant = like(now.instant, instant);
    now.zonedDateTimeISO = like(now.zonedDateTimeISO as () => unknown, zoned);
    for (const kind of ['DateTime', 'Date', 'Time']) {
      const name = `plain${kind}ISO`;
      now[name] = like(now[name] as () => unknown, (args) => zoned(args)[`toPlain${kind}`]?.());
    }
  }

  // Xorshift (G. Marsaglia, 2003). A page and its frames share one sequence, so that names made of it stay different.
  const random = (): number => {
    clock.random ^= clock.random << 13;
    clock.random ^= clock.random >>> 17;
    clock.random ^= clock.random << 5;
    return clock.random >>> 0;
  };
  Math.random = like(Math.random, () => random() / 2 ** 32);
  const { getRandomValues } = Crypto.prototype;
  Crypto.prototype.getRandomValues = like(getRandomValues, (args, self) => {
    const filled: ArrayBufferView = apply(getRandomValues, self, args);
    const bytes = new Uint8Array(filled.buffer, filled.byteOffset, filled.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = random();
    return filled;
  });
}
