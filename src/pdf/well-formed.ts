/** Replaces every lone surrogate by U+FFFD, as UTF-8 and XML require. */
export function wellFormed(text: string): string {
  // Equivalent to String.prototype.toWellFormed, which the type library of the project's target lacks.
  return Buffer.from(text, 'utf8').toString('utf8');
}
