/** The words that the editors of the studio complete, from the tables of the template language and of paged media. */
import { type PagedVocabulary, pagedVocabulary } from '#render/paged/paged-vocabulary';
import { samplePage } from '#template/check/template-parts';
import { type DataSchemaJson, schemaOfData } from '#template/schema/data-schema-json';
import { type TwigVocabulary, twigVocabulary } from '#twig';

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
