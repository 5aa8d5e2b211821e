/** Checks the Twig of a template: every part and partial separately, then a trial with the sample data. */
import type { Failure } from '#contract/errors';
import { compile } from '#twig';
import type { Data } from '../data/parse-data-file.ts';
import type { ReadTemplate } from '../load/read-template.ts';
import type { TemplateFault, TwigError } from '../model/template-sources.ts';
import { attemptTwig } from './attempt-twig.ts';
import { templateParts, withOwnVariables } from './template-parts.ts';

/** Each part reports its own first error. */
export function checkTwig({ template, sources }: ReadTemplate, sample: Data | undefined): Failure[] {
  const { partials } = template;
  const failures = new Map<string, Failure>();
  for (const each of templateParts(template)) {
    const { name, part, source, autoescape } = each;
    const error = attemptTwig(() => {
      const compiled = compile(source, { part, partials, autoescape });
      if (sample && name === null) compiled.render(withOwnVariables(sample.exact, each));
    });
    if (!error) continue;
    // The engine treats a separately compiled partial as the part itself.
    const place = error.template === null ? { ...toFault(error), template: name } : error;
    // A broken partial causes the same error in every template that includes it, so it is reported once.
    failures.set(`${place.template ?? place.part}:${place.line}:${place.detail}`, sources.failure(place));
  }
  return [...failures.values()];
}

const toFault = ({ part, template, line, column, detail }: TwigError): TemplateFault => ({
  part,
  template,
  line,
  column,
  detail,
});
