/** The text with every lone half of a surrogate pair replaced by U+FFFD, as UTF-8 and XML demand. */
export function wellFormed(text: string): string {
  // String.prototype.toWellFormed does this too; the type library of the project's target lacks it.
  return Buffer.from(text, 'utf8').toString('utf8');
}
