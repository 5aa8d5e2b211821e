/** Like PHP's trim(), ltrim() and rtrim(). `side` is `left`, `right` or `both`. */
export function trim(text: string, characters: string, side: string): string {
  let start = 0;
  let end = text.length;
  const set = characterList(characters);
  if (side !== 'right') while (start < end && set.has(text[start] as string)) start++;
  if (side !== 'left') while (end > start && set.has(text[end - 1] as string)) end--;
  return text.slice(start, end);
}

/** Expands a list of characters; `a..z` is a range. */
function characterList(characters: string): Set<string> {
  const set = new Set<string>();
  for (let i = 0; i < characters.length; i++) {
    if (characters.startsWith('..', i + 1) && i + 3 < characters.length) {
      const from = characters.charCodeAt(i);
      const to = characters.charCodeAt(i + 3);
      if (to >= from && to < 256) {
        for (let code = from; code <= to; code++) set.add(String.fromCharCode(code));
        i += 3;
        continue;
      }
    }
    set.add(characters[i] as string);
  }
  return set;
}
