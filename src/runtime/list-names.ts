/**
 * Lists the first names, and how many there are besides.
 *
 * @example
 * listNames(['a', 'b', 'c', 'd'], 2); // a, b and 2 others
 */
export function listNames(names: readonly (string | number)[], most: number): string {
  const rest = names.length - most;
  const shown = names.slice(0, most).join(', ');
  return rest > 0 ? `${shown} and ${rest} others` : shown;
}
