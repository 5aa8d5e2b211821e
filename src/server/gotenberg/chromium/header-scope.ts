/** The scope of a header: an expression for the addresses whose requests get it. */
import { Pattern, PatternError } from '#twig';

/** Steps of all matches of one request. Afterwards nothing matches. */
const maxSteps = 2_000_000;
const maxAddressLength = 8_000;

class OutOfSteps extends Error {}

/**
 * Returns whether an address gets the header, or what is wrong with the expression. It comes from a stranger and is matched in
 * this thread, so an engine without backtracking does it.
 */
export function compileScope(scope: string): ((url: string) => boolean) | { readonly fault: string } {
  let pattern: Pattern;
  try {
    pattern = new Pattern(`\u0001${scope}\u0001u`);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const isEmptyRepeat = /^[*+?]/.test(scope);
    const fault = isEmptyRepeat ? `missing argument to repetition operator in \`${scope}\`` : error.message;
    return { fault };
  }
  let left = maxSteps;
  const tick = (steps: number) => {
    left -= steps;
    if (left < 0) throw new OutOfSteps();
  };
  return (url) => {
    if (url.length > maxAddressLength) return false;
    try {
      return pattern.test(url, tick);
    } catch (error) {
      if (error instanceof OutOfSteps) return false;
      throw error;
    }
  };
}
