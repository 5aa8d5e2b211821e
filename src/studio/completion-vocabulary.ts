/** The words that the editors of the studio complete, from the tables of the template language and of paged media. */
import { type PagedVocabulary, pagedVocabulary } from '../core/paged/css/paged-vocabulary.ts';
import { samplePage } from '../core/template/check/template-parts.ts';
import { type DataSchemaJson, schemaOfData } from '../core/template/schema/data-schema-json.ts';
import { type TwigVocabulary, twigVocabulary } from '../core/twig/index.ts';

export interface CompletionVocabulary {
  readonly twig: TwigVocabulary;
  readonly css: PagedVocabulary;
  /** The variable `page` of headers and footers. */
  readonly page: DataSchemaJson;
}

export const completionVocabulary = (): CompletionVocabulary => ({
  twig: twigVocabulary(),
  css: pagedVocabulary,
  page: schemaOfData(samplePage),
});
