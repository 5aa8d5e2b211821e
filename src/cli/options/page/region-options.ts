/** `--locale` and `--time-zone`, which every command has that fills or prints documents. */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import {
  localeExample,
  localeFault,
  parseLocale,
  parseTimeZone,
  type RegionSettings,
  timeZoneFault,
} from '#contract/language/region';

export interface RegionOptions {
  readonly locale?: string | undefined;
  readonly timeZone?: string | undefined;
}

export function addRegionOptions(command: Command): Command {
  return command
    .option('--locale <tag>', `how numbers and dates are written, ${localeExample}`)
    .option('--time-zone <name>', 'time zone of dates and times, such as Europe/Vienna');
}

/** Throws `usage` for an unknown locale or time zone. */
export function readRegionOptions({ locale, timeZone }: RegionOptions): Required<RegionSettings> {
  return {
    locale: locale === undefined ? undefined : (parseLocale(locale) ?? fail('--locale', locale, localeFault)),
    timeZone:
      timeZone === undefined
        ? undefined
        : (parseTimeZone(timeZone) ?? fail('--time-zone', timeZone, timeZoneFault(timeZone))),
  };
}

function fail(flag: string, text: string, fault: string): never {
  throw new Failure('usage', `${flag} "${text}" ${fault.replace(/[^?]$/, '$&.')}`);
}
