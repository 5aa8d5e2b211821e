/** `--meta` of `pdfapi merge`. A module of its own: it brings the language with it. */
import type { Metadata } from '../contract/documents.ts';
import { Failure } from '../contract/errors.ts';
import type { Data } from '../core/template/parse-data-file.ts';
import { compile, TemplateError } from '../core/twig/index.ts';
import { metaSources } from './page-options.ts';

/** Placeholders are filled from the first document's data. Throws `invalid_template`. */
export function fillMetadata(metadata: Metadata, first: Data | undefined): Metadata {
  const sources = metaSources(metadata);
  const filled = Object.entries(metadata).map(([key, source = '']) => {
    const part = `metadata.${key}`;
    try {
      return [
        key,
        compile(source, { part, autoescape: false })
          .render(first?.exact ?? {})
          .trim(),
      ];
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const place = sources[part];
      throw new Failure('invalid_template', error.detail, {
        ...(place
          ? { location: { file: place.file, line: error.line, column: error.column, text: place.text } }
          : {}),
      });
    }
  });
  return Object.fromEntries(filled);
}
