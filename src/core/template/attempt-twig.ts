/** Runs Twig that may be wrong. */
import { TemplateError } from '../twig/index.ts';
import type { TwigError } from './template-sources.ts';

/** The error of a template's Twig; any other is a bug of ours and thrown on. */
export function attemptTwig(action: () => void): TwigError | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}
