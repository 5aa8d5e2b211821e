/**
 * A template that finds none of its variables in the data prints an empty form, and costs a credit: most often its
 * number is wrong. The response says so in a header, since its body is what the API document shows.
 */
import type { JsonObject } from '../contract/json.ts';
import type { TemplateNames } from '../core/template/template-variables.ts';

/** The header of a response that has a warning. */
export const warningHeader = 'Pdfapi-Warning';

const maxShown = 5;

/** The warning; undefined where the data has any name that the template reads, or may do without all of them. */
export function unusedDataWarning({ used, required }: TemplateNames, data: JsonObject): string | undefined {
  if (used.length === 0 || used.some((name) => Object.hasOwn(data, name))) return undefined;
  if (required.length === 0 && Object.keys(data).length === 0) return undefined;
  const shown = used.slice(0, maxShown).map(asHeaderText).join(', ');
  const more = used.length > maxShown ? ` and ${used.length - maxShown} more` : '';
  return `None of the template's variables is in the data: ${shown}${more}.`;
}

/** Header fields hold ASCII only. */
const asHeaderText = (name: string): string => name.slice(0, 40).replace(/[^ -~]/g, '?');
