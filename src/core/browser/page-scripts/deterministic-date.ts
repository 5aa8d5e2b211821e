/**
 * A part of `pageClock`, for reproducible documents: a fixed date, and pseudo-random numbers from a fixed seed. A
 * script that shows the date or draws with random numbers then produces the same PDF again. Measurements
 * (`event.timeStamp`, `performance.timing`) and workers still use the real clock.
 */
export const deterministicDate = `
  const fixDay = () => {
    const define = (object, name, descriptor) => {
      if (Object.getOwnPropertyDescriptor(object, name)) Object.defineProperty(object, name, descriptor);
    };
    define(Performance.prototype, 'timeOrigin', { get: () => date });
    const [year, month, day, ...time] = [...new Date(date).toISOString().matchAll(/\\d+/g)].map(([digits]) => digits);
    define(Document.prototype, 'lastModified', { get: () => month + '/' + day + '/' + year + ' ' + time.slice(0, 3).join(':') });

    const formats = Intl.DateTimeFormat.prototype;
    const { get: format } = Object.getOwnPropertyDescriptor(formats, 'format');
    const orToday = (given) => given === undefined ? today() : given;
    const known = new WeakMap();
    define(formats, 'format', { get: like(format, (args, self) => {
      const bound = apply(format, self, args);
      if (!known.has(bound)) known.set(bound, like(bound, (args) => bound(orToday(args[0]))));
      return known.get(bound);
    }) });
    const { formatToParts } = formats;
    formats.formatToParts = like(formatToParts, (args, self) => apply(formatToParts, self, [orToday(args[0])]));

    const now = window.Temporal?.Now;
    if (now) {
      const { Instant } = window.Temporal;
      const { timeZoneId } = now;
      const instant = () => Instant.fromEpochMilliseconds(today());
      const zoned = (args) => instant().toZonedDateTimeISO(args[0] === undefined ? timeZoneId() : args[0]);
      now.instant = like(now.instant, instant);
      now.zonedDateTimeISO = like(now.zonedDateTimeISO, zoned);
      for (const kind of ['DateTime', 'Date', 'Time']) {
        const name = 'plain' + kind + 'ISO';
        now[name] = like(now[name], (args) => zoned(args)['toPlain' + kind]());
      }
    }

    // Xorshift (G. Marsaglia, 2003). One row of numbers for a page and its frames: names made of them stay different.
    clock.random ??= 0x9e3779b9;
    const random = () => {
      clock.random ^= clock.random << 13;
      clock.random ^= clock.random >>> 17;
      clock.random ^= clock.random << 5;
      return clock.random >>> 0;
    };
    Math.random = like(Math.random, () => random() / 2 ** 32);
    const { getRandomValues } = Crypto.prototype;
    Crypto.prototype.getRandomValues = like(getRandomValues, (args, self) => {
      const filled = apply(getRandomValues, self, args);
      const bytes = new Uint8Array(filled.buffer, filled.byteOffset, filled.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = random();
      return filled;
    });
  };
  if (date !== undefined) fixDay();
`;
