/** Finds data of which a document reads nothing: it belongs to another template, or its names are others. */
import { TemplateSyntaxError } from '../errors.ts';
import { dataAt } from '../library/strings/json.ts';
import { rootOf } from './data-path.ts';
import type { ListedVariables } from './variables.ts';

/** Whether a document reads any of the data that it was given, and the names that it reads in vain. */
export interface DataUse {
  readonly isRead: boolean;
  /** Top-level names that are read, and that the data does not have. */
  readonly names: readonly string[];
}

/** The parts of a template that list what they read. */
type ReadingPart = Pick<ListedVariables, 'variables' | 'readsContext'>;

/** `own` are names that the render itself gives, so that nothing has to be in the data. */
export function findDataUse(
  parts: readonly ReadingPart[],
  data: unknown,
  own: readonly string[] = [],
): DataUse {
  const names = new Set<string>();
  try {
    for (const { variables, readsContext } of parts) {
      if (readsContext) return { isRead: true, names: [] };
      for (const name of variables.map(rootOf)) {
        if (dataAt(data, [name]) !== undefined) return { isRead: true, names: [] };
        if (!own.includes(name)) names.add(name);
      }
    }
  } catch (error) {
    // A template that takes too long to analyse may read anything.
    if (error instanceof TemplateSyntaxError) return { isRead: true, names: [] };
    throw error;
  }
  return { isRead: false, names: [...names] };
}
