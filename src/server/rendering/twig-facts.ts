/** The location of a Twig error, as the fields of an error body. */
import type { TwigPart } from '../../contract/templates.ts';
import type { TemplateError } from '../../core/twig/index.ts';

export interface TwigFacts {
  readonly part: TwigPart;
  /** 1-based, in the partial if one is named, otherwise in the part. */
  readonly line: number;
  readonly partial?: string | undefined;
  /** A property of `metadata`, or the name of a field of an editor template. */
  readonly field?: string | undefined;
  /** 1-based page of the field of an editor template. */
  readonly page?: number | undefined;
}

export function twigFacts({ part, template, line, field, page }: TemplateError): TwigFacts {
  const place = { line, partial: template ?? undefined };
  if (field !== undefined) return { part: 'editor', ...place, field, page };
  const [first, property] = part.split('.');
  if (first === 'metadata') return { part: 'metadata', ...place, field: property };
  return { part: part === 'header' || part === 'footer' ? part : 'template', ...place };
}
