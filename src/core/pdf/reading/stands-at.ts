/** Whether the word stands there. Byte for byte: to make a text of what is there first takes ten times as long. */
export function standsAt(bytes: Uint8Array, position: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    if (bytes[position + i] !== word.charCodeAt(i)) return false;
  }
  return true;
}
