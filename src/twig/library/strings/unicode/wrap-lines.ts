/**
 * Wraps text into lines of at most `width` characters, broken at spaces. `cut` also breaks words that are longer. One
 * of the spaces between two lines is dropped.
 */
export function wrapLines(
  characters: readonly string[],
  width: number,
  { lineBreak, cut }: { lineBreak: string; cut: boolean },
): string {
  const lines: string[] = [];
  let start = 0;
  let space = 0;
  const end = (to: number, next: number) => {
    lines.push(characters.slice(start, to).join(''));
    start = next;
  };
  characters.forEach((character, at) => {
    const full = at - start >= width;
    if (character === lineBreak) {
      end(at, at + 1);
      space = at + 1;
    } else if (character === ' ') {
      if (full) end(at, at + 1);
      space = at;
    } else if (full && cut && start >= space) {
      end(at, at);
      space = at;
    } else if (full && start < space) {
      end(space, space + 1);
      space = start;
    }
  });
  return [...lines, characters.slice(start).join('')].join(lineBreak);
}
