/** Classes for declarations that many pages have in common: each text is in the overlay once. */
import { inStyleElement } from './css-text.ts';

/** Outranks the selectors of the document's styles. */
const outranking = ':not(#_#_#_)';

export class SharedStyles {
  readonly #classes = new Map<string, string>();

  /** The class of an element with these declarations and with nothing that it does not inherit. */
  of(declarations: string): string {
    return this.#add('', `all:unset!important;${declarations}`);
  }

  /** The class of an element that only shows a list of generated content. */
  showing(content: string): string {
    return this.#add('::before', `all:unset!important;content:${content}!important;`);
  }

  /** The rules, for a `<style>` element. */
  text(): string {
    return [...this.#classes].map(([rule, name]) => `.${name}${outranking}${rule}`).join('\n');
  }

  #add(pseudo: string, declarations: string): string {
    const rule = `${pseudo}{${inStyleElement(declarations)}}`;
    const known = this.#classes.get(rule);
    if (known !== undefined) return known;
    const name = `pdfapi-m${this.#classes.size}`;
    this.#classes.set(rule, name);
    return name;
  }
}
