/** A text for comparisons that take small and capital letters for the same. */
export function foldCase(text: string): string {
  let folded = '';
  // One by one: a small sigma at the end of a word is the same as any other.
  for (const character of text) {
    folded += character === 'ı' ? character : character.toUpperCase().toLowerCase();
  }
  return folded;
}
