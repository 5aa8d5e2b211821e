/** The standard structure types of PDF 1.7 (ISO 32000-1, 14.8.4), and what a role map makes of other types. */

const standardTypes = new Set([
  ...['Document', 'Part', 'Art', 'Sect', 'Div', 'BlockQuote', 'Caption', 'TOC', 'TOCI', 'Index', 'NonStruct'],
  ...['Private', 'H', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'P', 'L', 'LI', 'Lbl', 'LBody'],
  ...['Table', 'TR', 'TH', 'TD', 'THead', 'TBody', 'TFoot'],
  ...['Span', 'Quote', 'Note', 'Reference', 'BibEntry', 'Code', 'Link', 'Annot'],
  ...['Ruby', 'RB', 'RT', 'RP', 'Warichu', 'WT', 'WP', 'Figure', 'Formula', 'Form'],
]);

/** Types that group content without a meaning of their own. Rules on nesting look through them. */
const transparentTypes = new Set<string | undefined>(['NonStruct', 'Div', 'Part']);

export function isStandardType(type: string): boolean {
  return standardTypes.has(type);
}

export function isTransparentType(type: string | undefined): boolean {
  return transparentTypes.has(type);
}

export interface MappedType {
  /** The standard type to which the role map leads. Undefined if it leads to none. */
  readonly standard: string | undefined;
  /** Whether the role map leads in a circle, also from a type to itself. */
  readonly isCircular: boolean;
}

/** Entries of a role map from a type to its meaning. Real files need 3. A longer way counts as a circle. */
const maxSteps = 100;

/** Resolves types by the role map of a document, each type once. */
export class RoleMap {
  readonly #map: ReadonlyMap<string, string>;
  readonly #resolved = new Map<string, MappedType>();

  constructor(map: ReadonlyMap<string, string>) {
    this.#map = map;
  }

  resolve(type: string): MappedType {
    const known = this.#resolved.get(type);
    if (known) return known;
    const mapped = this.#follow(type);
    this.#resolved.set(type, mapped);
    return mapped;
  }

  /** An entry for a standard type counts too, although standards forbid it. */
  #follow(type: string): MappedType {
    const seen = new Set([type]);
    let next = this.#map.get(type);
    let standard = (next === undefined || next === type) && isStandardType(type) ? type : undefined;
    while (next !== undefined && !seen.has(next) && seen.size < maxSteps) {
      if (isStandardType(next)) standard ??= next;
      seen.add(next);
      next = this.#map.get(next);
    }
    return { standard, isCircular: next !== undefined };
  }
}
