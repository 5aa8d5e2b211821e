/** Validates element styles that would make pdfme fail in the middle of a document, or that it would ignore. */

import { didYouMean } from '#contract/did-you-mean';
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import type { ReportFault } from './editor-fault.ts';

const choices: Readonly<Record<string, readonly string[]>> = {
  alignment: ['left', 'center', 'right', 'justify'],
  verticalAlignment: ['top', 'middle', 'bottom'],
  textFormat: ['plain', 'inline-markdown'],
  overflow: ['visible', 'expand'],
  listStyle: ['bullet', 'ordered'],
};

/** Optional numeric lengths and factors, with their minimum. */
const numbers: Readonly<Record<string, number>> = {
  fontSize: 0.1,
  lineHeight: 0.1,
  characterSpacing: -100,
  opacity: 0,
  rotate: -3600,
  radius: 0,
  markerWidth: 0,
  markerGap: 0,
  indentSize: 0,
  itemSpacing: 0,
};

export function checkStyle(value: JsonObject, fonts: readonly string[], fault: ReportFault): void {
  for (const [key, each] of Object.entries(value)) {
    if (each === null || each === '') continue;
    const allowed = Object.hasOwn(choices, key) ? choices[key] : undefined;
    const least = Object.hasOwn(numbers, key) ? numbers[key] : undefined;
    if (allowed && !allowed.includes(String(each))) {
      fault(key, `"${key}" must be one of ${allowed.join(', ')}.${didYouMean(String(each), allowed)}`);
    } else if (least !== undefined && !(typeof each === 'number' && each >= least)) {
      fault(key, `"${key}" must be a number${least > -100 ? `, at least ${least}` : ''}.`);
    } else if (/color$/i.test(key) && !/^#(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(String(each))) {
      fault(key, `"${key}" must be a colour such as #1a2b3c, or "" for none.`);
    } else if (key === 'fontName') checkFont(key, each, fonts, fault);
    else if (key === 'fontVariants' && isJsonObject(each)) {
      for (const name of Object.values(each)) if (name) checkFont(key, name, fonts, fault);
    } else if (key === 'dynamicFontSize' && each !== false) checkDynamicSize(each, fault);
  }
}

function checkFont(key: string, name: Json, fonts: readonly string[], fault: ReportFault): void {
  if (typeof name === 'string' && fonts.includes(name)) return;
  const meant = didYouMean(String(name), fonts);
  fault(
    key,
    `there is no font ${JSON.stringify(name)}.${meant}`,
    `Put it into fonts/ as a .ttf or .otf file. Fonts: ${fonts.join(', ')}.`,
  );
}

function checkDynamicSize(value: Json, fault: ReportFault): void {
  const { min, max } = isJsonObject(value) ? value : {};
  if (typeof min === 'number' && typeof max === 'number' && min >= 1 && max >= min && max <= 2_000) return;
  fault('dynamicFontSize', '"dynamicFontSize" must be { "min": …, "max": … } in points, from 1 to 2000.');
}
