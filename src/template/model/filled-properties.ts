/** Fills the properties of a document, in the same way for templates of HTML and of the editor. */
import { propertyFault } from '#contract/api/one-line-text';
import type { Metadata, MetadataKey } from '#contract/documents';
import { type CompiledTemplate, TemplateRuntimeError } from '#twig';

/** Throws a `TemplateRuntimeError`, also for a control character: data may have one that the source of the property lacks. */
export function fillProperties(
  properties: readonly (readonly [MetadataKey, CompiledTemplate])[],
  render: (compiled: CompiledTemplate) => string,
): Metadata {
  return Object.fromEntries(
    properties.map(([key, compiled]) => {
      const text = render(compiled).trim();
      const fault = propertyFault(text);
      if (fault === undefined) return [key, text];
      const place = { part: `metadata.${key}`, template: null, line: 1, column: 1 };
      throw new TemplateRuntimeError(place, `The ${key} ${fault}.`);
    }),
  );
}
