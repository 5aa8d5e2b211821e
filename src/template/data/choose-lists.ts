/** Which lists of a document's data are read row by row. */
import { Failure } from '#contract/errors';
import type { JsonObject } from '#contract/json';
import type { Template } from '../model/template.ts';
import type { RowSources } from '../rows/row-source.ts';

/**
 * Returns the lists that are read row by row: those of the caller, and those of the template that neither the caller nor
 * the data has. Throws `invalid_option` for an editor template, which has no such lists.
 */
export function chooseLists(template: Template, data: JsonObject, given: RowSources = {}): RowSources {
  if (template.kind === 'editor') {
    const [name] = Object.keys(given);
    if (name === undefined) return {};
    const message = 'A template of the editor takes its lists from the data and cannot read them row by row.';
    throw new Failure('invalid_option', message, { errors: { rows: [message] } });
  }
  const own = Object.entries(template.rows ?? {}).filter(([name]) => !Object.hasOwn(data, name));
  return { ...Object.fromEntries(own), ...given };
}
