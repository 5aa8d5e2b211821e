/** Runs Twig that may be wrong. */
import { TemplateRuntimeError, TemplateSyntaxError } from '../twig/index.ts';
import type { TwigError } from './template-sources.ts';

/** The error of a template's Twig; any other is a bug of ours and thrown on. */
export function attemptTwig(action: () => void): TwigError | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError) return error;
    throw error;
  }
}
