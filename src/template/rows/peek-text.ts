/** Looks at the beginning of a text that arrives in pieces. */

/** Reads until the text before the first piece is enough or the text ends. Returns it, and the whole text. */
export async function peekText(
  text: AsyncIterable<string>,
  isEnough: (head: string) => boolean,
): Promise<{ readonly head: string; readonly all: AsyncIterable<string> }> {
  const rest = text[Symbol.asyncIterator]();
  let head = '';
  while (!isEnough(head)) {
    const { value, done } = await rest.next();
    if (done) break;
    head += value;
  }
  async function* all(): AsyncGenerator<string> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { head, all: all() };
}
