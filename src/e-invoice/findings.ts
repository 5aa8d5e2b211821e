/** Collects the faults of an invoice as they are found. */
import { type InvoiceElement, pathOf } from './xml/invoice-element.ts';

export interface EInvoiceFinding {
  /** A rule such as `BR-CO-10`; `schema` for elements, their sequence and their values; `xml` for the text itself. */
  readonly rule: string;
  /** XPath of the element, with the prefixes `rsm`, `ram`, `udt` and `qdt`, or `ubl`, `cn`, `cac` and `cbc`. */
  readonly path: string;
  /** From 1. */
  readonly line?: number | undefined;
  readonly message: string;
  /** An invoice with an error is rejected by those who receive it; a warning says what they may ask about. */
  readonly severity: 'error' | 'warning';
}

/** A hostile file could break every rule in every line. More than these help no reader. Of errors, and of warnings. */
const maxFindings = 500;

/** Ends the check of an invoice that has so many errors that no more would be reported. */
export class TooManyErrors extends Error {}

/** Takes findings. */
export type Findings = Pick<FindingList, 'error' | 'warning'>;

export class FindingList {
  readonly findings: EInvoiceFinding[] = [];

  readonly #counts = { error: 0, warning: 0 };

  /** Throws `TooManyErrors` after the last that is reported. */
  error(rule: string, at: InvoiceElement, message: string): void {
    this.add('error', rule, at, message);
    if (this.#counts.error >= maxFindings) throw new TooManyErrors();
  }

  warning(rule: string, at: InvoiceElement, message: string): void {
    this.add('warning', rule, at, message);
  }

  private add(
    severity: EInvoiceFinding['severity'],
    rule: string,
    at: InvoiceElement,
    message: string,
  ): void {
    if (this.#counts[severity] >= maxFindings) return;
    this.#counts[severity] += 1;
    const { origin = at } = at;
    this.findings.push({ rule, path: pathOf(origin), line: origin.line, message, severity });
  }
}
