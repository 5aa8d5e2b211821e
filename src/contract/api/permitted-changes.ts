/** The changes that a certified PDF permits (DocMDP, ISO 32000-2, table 257), from the fewest to the most. */

/** `fill`: fill in fields and sign. `annotate`: annotate as well. */
export const permittedChanges = ['nothing', 'fill', 'annotate'] as const;

export type PermittedChanges = (typeof permittedChanges)[number];
