/** Folds the case of text for comparisons that ignore case. */
export function foldCase(text: string): string {
  let folded = '';
  // Converts each character on its own, so that a final sigma equals any other sigma.
  for (const character of text) {
    folded += character === 'ı' ? character : character.toUpperCase().toLowerCase();
  }
  return folded;
}
