/** The parts of a template that hold Twig, each by itself. */
import type { Template } from './template.ts';

export interface TemplatePart {
  /** `template`, `header`, `footer`, `metadata.title`. */
  readonly part: string;
  /** A partial's; null for the part itself. */
  readonly name: string | null;
  readonly source: string;
  readonly isHtml: boolean;
  readonly autoescape: 'html' | false;
}

/** The partials stand last. */
export function templateParts({ html, page, metadata, partials }: Template): TemplatePart[] {
  const part = (name: string, source: string | undefined, isHtml = true): TemplatePart[] =>
    source === undefined
      ? []
      : [{ part: name, name: null, source, isHtml, autoescape: isHtml ? 'html' : false }];
  return [
    ...part('template', html),
    ...part('header', page.header),
    ...part('footer', page.footer),
    ...Object.entries(metadata).flatMap(([key, value]) => part(`metadata.${key}`, value, false)),
    ...Object.entries(partials).map(
      ([name, source]) =>
        ({ part: 'template', name, source, isHtml: true, autoescape: 'html' }) satisfies TemplatePart,
    ),
  ];
}
