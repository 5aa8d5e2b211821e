/** Runs Twig that may be wrong. */
import { TemplateError } from '#twig';
import type { TwigError } from '../model/template-sources.ts';

/** Returns the error of a template's Twig. Any other error is a bug in the program and is rethrown. */
export function attemptTwig(action: () => void): TwigError | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}
