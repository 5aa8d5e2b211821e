/** What others may do with a certified PDF (DocMDP, ISO 32000-2, table 257), from little to much. */

/** `fill`: fill in fields and sign. `annotate`: annotate as well. */
export const permittedChanges = ['nothing', 'fill', 'annotate'] as const;

export type PermittedChanges = (typeof permittedChanges)[number];
