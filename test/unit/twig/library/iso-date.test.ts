/** The fast reading of ISO dates gives what the parser of all dates gives. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseIsoDate } from '../../../../src/twig/library/date/iso-date.ts';
import { parseDate } from '../../../../src/twig/library/date/parse-date.ts';
import { utc } from '../../../../src/twig/library/date/time-zone.ts';

const read = (text: string) => {
  const found = parseIsoDate(text);
  return found && [found.instant, found.zone.name, found.zone.kind];
};
const parsed = (text: string) => {
  const { instant, zone } = parseDate(text, 0, utc);
  return [instant, zone.name, zone.kind];
};

it.each([
  '2026-03-04',
  '2024-02-29',
  '0100-01-01',
  '2026-03-04 10:30',
  '2026-03-04T10:30',
  '2026-03-04 23:59:59',
  '2026-03-04T10:30:15Z',
  '2026-03-04T10:30Z',
  '2026-03-04T10:30:15.5Z',
  '2026-03-04 10:30:15.123456',
  '2026-03-04T10:30:15+02:00',
  '2026-03-04T10:30:15.250-0330',
  '2026-12-31T23:30:00-11:00',
])('%s is read as the parser reads it', (text) => {
  expect(read(text)).toEqual(parsed(text));
});

it.each([
  '',
  'today',
  '2026-3-4',
  '2026-02-30',
  '2026-13-01',
  '2026-00-10',
  '0026-01-01',
  '2026-03-04T24:00',
  '2026-03-04T10:60',
  '2026-03-04T10:30:60Z',
  '2026-03-04T10:30:15.Z',
  '2026-03-04T10',
  '2026-03-04T10:30:15 Z',
  '2026-03-04T10:30:15 Europe/Berlin',
  '2026-03-04T10:30:15+25:00',
  '2026-03-04T10:30:15+02:00 +1 day',
  '2026-03-04 +1 day',
  '+2026-03-04',
  '2026-03-04é',
])('%j is left to the parser', (text) => {
  expect(read(text)).toBeUndefined();
});

it('any date, time and offset is read as the parser reads it', () => {
  const two = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
  const text = fc
    .record({
      date: fc.date({ min: new Date('0100-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      separator: fc.constantFrom('T', ' '),
      fraction: fc.constantFrom('', '.0', '.007', '.999999'),
      zone: fc.oneof(
        fc.constantFrom('', 'Z'),
        fc
          .tuple(fc.constantFrom('+', '-'), two(23), fc.constantFrom('', ':'), two(59))
          .map((each) => each.join('')),
      ),
    })
    .map(({ date, separator, fraction, zone }) => {
      const [day, time] = date.toISOString().slice(0, 19).split('T');
      return `${day}${separator}${time}${fraction}${zone}`;
    });
  fc.assert(
    fc.property(text, (each) => {
      expect(read(each)).toEqual(parsed(each));
    }),
  );
});
