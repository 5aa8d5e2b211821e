/** The form fields of screenshots, in Gotenberg's order. */
import type { ScreenshotSettings } from '#browser/screenshot/take-screenshot';
import { parseInteger, ValueFault } from '../form/go-values.ts';
import type { GotenbergForm } from '../form/gotenberg-form.ts';
import { type LoadFields, readLoadFields } from './read-load-fields.ts';
import { aberrant } from './read-print-fields.ts';

export interface ScreenshotFields extends LoadFields {
  readonly screenshot: ScreenshotSettings;
  /** Throws `GotenbergError` for sizes that no screen has. Call it when the form is valid. */
  check(): void;
}

const formats = ['png', 'jpeg', 'webp'] as const;
/** Pixels of a side, and of the whole image. */
const maxSide = 16_384;
const maxPixels = 100_000_000;

export function readScreenshotFields(form: GotenbergForm): ScreenshotFields {
  const fields = readLoadFields(form);
  const width = form.integer('width', 800);
  const height = form.integer('height', 600);
  const isClipped = form.flag('clip', false);
  const selector = form.text('selector');
  const format = form.custom<(typeof formats)[number]>('format', 'png', (text) => {
    const found = text === '' ? 'png' : formats.find((each) => each === text);
    if (found) return found;
    throw new ValueFault("wrong value, expected either 'png', 'jpeg' or 'webp'");
  });
  const quality = form.custom('quality', 100, (text) => {
    if (text === '') return 100;
    const value = parseInteger(text);
    if (value < 0) throw new ValueFault('value is negative');
    if (value > 100) throw new ValueFault('value is superior to 100');
    return value;
  });
  const optimizeForSpeed = form.flag('optimizeForSpeed', false);
  const deviceScaleFactor = form.number('deviceScaleFactor', 1);
  return {
    ...fields,
    load: { ...fields.load, viewport: { width, height } },
    screenshot: {
      format,
      quality: format === 'jpeg' ? quality : undefined,
      selector: selector === '' ? undefined : selector,
      clip: isClipped ? { x: 0, y: 0, width, height } : undefined,
      fullPage: true,
      omitBackground: fields.omitBackground,
      deviceScaleFactor,
      optimizeForSpeed,
      maxPixels,
    },
    check() {
      const areSides = [width, height].every((side) => side >= 1 && side <= maxSide);
      if (!areSides || deviceScaleFactor <= 0 || deviceScaleFactor > 10) throw aberrant();
    },
  };
}
