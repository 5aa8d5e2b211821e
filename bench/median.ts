/** Returns the middle value, of an even count the higher one of the two. NaN if there is none. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
