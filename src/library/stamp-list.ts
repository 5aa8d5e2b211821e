/** The option `stamp` of a document. */
import type { Stamp } from '../core/paged/stamp/stamp.ts';
import type { SourceFile } from '../core/template/model/template-sources.ts';
import type { StampOption } from './document-options.ts';

export function toStampList(option: StampOption | readonly StampOption[] | undefined): readonly Stamp[] {
  if (option === undefined) return [];
  const isList = Array.isArray(option);
  return [option].flat().map(({ html = '', pdf, under = false, pages }: StampOption, index) => {
    const name = isList ? `stamp.${index}` : 'stamp';
    return { name, content: pdf ? { pdf } : { html }, isUnder: under, pages, pagesField: `${name}.pages` };
  });
}

/** For errors in their Twig. */
export const stampSources = (stamps: readonly Stamp[]): Readonly<Record<string, SourceFile>> =>
  Object.fromEntries(
    stamps.flatMap(({ name, content }) =>
      'html' in content ? [[name, { file: name, text: content.html }]] : [],
    ),
  );
