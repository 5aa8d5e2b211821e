import type { Failure } from '#contract/errors';
import { compile } from '#twig';
import type { ReadTemplate } from '../load/read-template.ts';
import type { Warning } from '../model/check-result.ts';
import { attemptTwig } from './attempt-twig.ts';
import { templateParts } from './template-parts.ts';

/**
 * Partials that a template names and does not have. A render fails only where it reaches one, so these are warnings;
 * what the trial with the sample data reached is among `errors` already.
 */
export function checkPartials({ template, sources }: ReadTemplate, errors: readonly Failure[]): Warning[] {
  const { partials } = template;
  const reported = new Set(errors.map(({ message, location }) => key(message, location)));
  const warnings: Warning[] = [];
  for (const { name, part, source, autoescape } of templateParts(template)) {
    attemptTwig(() => {
      for (const { place, detail } of compile(source, { part, partials, autoescape }).missingPartials) {
        // A partial that is compiled by itself is the part itself to the engine.
        const location = sources.locate({ ...place, template: place.template ?? name });
        if (reported.has(key(detail, location))) continue;
        reported.add(key(detail, location));
        const message = `${detail} A render that reaches this line fails.`;
        warnings.push(
          location ? { message, location, isMissingPartial: true } : { message, isMissingPartial: true },
        );
      }
    });
  }
  return warnings;
}

/** By line: an error of a render has the column of the tag, and not of the name. */
const key = (detail: string, location: Failure['location']) =>
  `${location?.file}:${location?.line}:${detail}`;
