/**
 * What a file of tests opens, and what closes it after its last test. Vitest has `afterAll` for that, but drops it without
 * a word if it is called within a test: the server of that test would live, with its browser, beside all later files of the
 * process.
 */
type Close = () => unknown;

const opened: unique symbol = Symbol.for('pdfapi.test.after-file');
const shared = globalThis as { [opened]?: Close[] };

/** Calls `close` after the last test of the file. May be called at any time. */
export function afterFile(close: Close): void {
  shared[opened] ??= [];
  shared[opened].push(close);
}

/** Closes what was opened last first, and all of it. Throws the first error. */
export async function closeAfterFile(): Promise<void> {
  const errors: unknown[] = [];
  for (const close of (shared[opened] ?? []).splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
