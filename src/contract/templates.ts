/** Templates in the responses of the API. */

import { isOneLine } from './api/one-line-text.ts';
import type { templatesPerPage } from './limits.ts';

export const templateTypes = ['editor', 'html'] as const;
export type TemplateType = (typeof templateTypes)[number];

/** In UTF-16 code units. */
const maxNameLength = 200;

/** Continues "The <field> ". */
export const templateNameFault = `must have 1 to ${maxNameLength} characters in one line, without control characters`;

export const isTemplateName = (name: string): boolean =>
  name.trim() !== '' && name.length <= maxNameLength && isOneLine(name);

/** The parts of a template that can contain Twig, as `part` of an error names them. */
export const twigParts = ['template', 'header', 'footer', 'metadata', 'invoice', 'editor'] as const;
export type TwigPart = (typeof twigParts)[number];

export interface TemplateSummary {
  readonly id: number;
  readonly name: string;
  readonly type: TemplateType;
  readonly has_base_pdf: boolean;
  /** ISO 8601 with offset, like all times of the API. */
  readonly created_at: string;
  readonly updated_at: string;
}

export interface TemplatePage {
  readonly data: readonly TemplateSummary[];
  readonly links: {
    readonly first: string;
    readonly last: string;
    readonly prev: string | null;
    readonly next: string | null;
  };
  readonly meta: {
    readonly current_page: number;
    readonly last_page: number;
    readonly per_page: typeof templatesPerPage;
    readonly total: number;
  };
}
