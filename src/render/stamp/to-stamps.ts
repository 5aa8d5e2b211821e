/** Stamps of a request or of the library, which have either HTML or a PDF. */

import type { Stamp } from '#template/model/stamp';
import type { SourceFile } from '#template/model/template-sources';

interface RequestedStamp {
  readonly html?: string | undefined;
  readonly pdf?: Uint8Array | undefined;
  readonly under?: boolean | undefined;
  readonly pages?: string | undefined;
}

/** `field` is the option that they come from, for errors: one of several is `stamp.1`. */
export function toStamps(
  stamps: RequestedStamp | readonly RequestedStamp[] | undefined,
  field: string,
): readonly Stamp[] {
  if (stamps === undefined) return [];
  const isList = Array.isArray(stamps);
  return [stamps].flat().map(({ html = '', pdf, under = false, pages }: RequestedStamp, index) => {
    const name = isList ? `${field}.${index}` : field;
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
