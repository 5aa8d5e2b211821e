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

export const namePrefix = 'name:';

/**
 * Returns the form in which names are stored and compared (NFC). macOS and some archives write `ä` as two characters, which
 * look the same.
 */
export const templateName = (name: string): string => name.normalize('NFC');

export const isEqualName = (a: string, b: string): boolean => templateName(a) === templateName(b);

/** Continues "The name ": why a new template cannot have it. Undefined if it can. Templates that have such names keep them. */
export function newNameFault(name: string): string | undefined {
  if (!isTemplateName(name)) return templateNameFault;
  if (name !== name.trim()) return 'must not begin or end with a space';
  if (name === '.' || name === '..') return `must not be ${name}, which is a folder in every path`;
  if (name.startsWith(namePrefix)) return `must not begin with ${namePrefix}, which is written before names`;
  return undefined;
}

/** The longest text that may refer to a template. */
export const maxReferenceLength = namePrefix.length + maxNameLength;

/** Whether a text can only be a name: `name:2024`. */
export const isExplicitName = (text: string): boolean =>
  text.startsWith(namePrefix) && text.length > namePrefix.length;

/** A template of a server, as a caller refers to it. */
export type TemplateReference =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'name'; readonly name: string };

/**
 * Reads what refers to a template in paths and bodies of the API: digits are an id, everything
 * else is a name. After `name:`, digits are a name too.
 *
 * @example
 * readTemplateReference('12'); // { kind: 'id', id: 12 }
 * readTemplateReference('name:2024'); // { kind: 'name', name: '2024' }
 */
export function readTemplateReference(text: string): TemplateReference {
  if (/^\d+$/.test(text)) return { kind: 'id', id: Number(text) };
  return {
    kind: 'name',
    name: templateName(text.startsWith(namePrefix) ? text.slice(namePrefix.length) : text),
  };
}

/** A hint for digits that no template has as its id, but one as its name. */
export const digitsHint = (name: string): string =>
  `Digits are an id. The template of this name is ${namePrefix}${name}.`;

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

/** Whether a file of a template holds data of a case: what tests render, and a preview can show. */
export const isCaseFile = (path: string): boolean => /^cases\/[^/]+\.json$/.test(path);
