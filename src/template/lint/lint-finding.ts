/** A finding of the lint, and the lint's rules. */

export interface LintFinding {
  readonly rule: LintRule;
  /** A `warning` is a fault for people who cannot see the page. A `hint` may be right as it is. */
  readonly severity: 'warning' | 'hint';
  /** The fault and its remedy, in one or two sentences. */
  readonly message: string;
  /** Undefined if the place is unknown: the finding is about a page that a script or a value made. */
  readonly file?: string | undefined;
  /** From 1, as is `column`. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The clause of ISO 14289-1. */
  readonly pdfua?: string | undefined;
  /** The success criterion of WCAG 2. */
  readonly wcag: string;
}

/** The severity of each rule unless a finding says otherwise, and what it is based on. */
export const lintRules = {
  'image-alt': { severity: 'warning', pdfua: '7.3', wcag: '1.1.1' },
  'image-alt-text': { severity: 'hint', pdfua: '7.3', wcag: '1.1.1' },
  'icon-text': { severity: 'hint', pdfua: '7.3', wcag: '1.1.1' },
  'formula-text': { severity: 'warning', pdfua: '7.7', wcag: '1.1.1' },
  'heading-order': { severity: 'warning', pdfua: '7.4.2', wcag: '1.3.1' },
  'heading-first': { severity: 'hint', pdfua: '7.4.2', wcag: '1.3.1' },
  'heading-empty': { severity: 'warning', pdfua: '7.4.2', wcag: '2.4.6' },
  'table-headers': { severity: 'warning', pdfua: '7.5', wcag: '1.3.1' },
  'table-nested': { severity: 'hint', pdfua: '7.5', wcag: '1.3.1' },
  'list-children': { severity: 'warning', pdfua: '7.6', wcag: '1.3.1' },
  'link-text': { severity: 'warning', pdfua: '7.18.5', wcag: '2.4.4' },
  'link-empty': { severity: 'warning', pdfua: '7.18.5', wcag: '2.4.4' },
  'link-address': { severity: 'hint', pdfua: '7.18.5', wcag: '2.4.4' },
  'field-label': { severity: 'warning', pdfua: '7.18.4', wcag: '4.1.2' },
  'id-duplicate': { severity: 'warning', pdfua: '7.5', wcag: '1.3.1' },
  'id-missing': { severity: 'warning', pdfua: '7.5', wcag: '1.3.1' },
  'document-language': { severity: 'warning', pdfua: '7.2', wcag: '3.1.1' },
  'document-title': { severity: 'warning', pdfua: '7.1', wcag: '2.4.2' },
  'text-contrast': { severity: 'hint', pdfua: undefined, wcag: '1.4.3' },
} as const;

export type LintRule = keyof typeof lintRules;

/** Formats a finding as one line. A list that has warnings only says which of them are hints. */
export function describeLintFinding(finding: LintFinding, { marksHints = true } = {}): string {
  const { rule, severity, message, file, line, column } = finding;
  const place = file === undefined ? '' : `${file}:${line}:${column}: `;
  return `${place}${message} (${marksHints && severity === 'hint' ? 'hint: ' : ''}${rule})`;
}
