/**
 * Pictures within running elements, of which each is in the overlay once: an element that is shown on a thousand pages
 * repeats its HTML, and must not repeat a picture that is written into it.
 */
import { inStyleElement } from './css-text.ts';

/** Characters. A shorter address is as well repeated. */
const minShared = 256;
const tag = /<[a-z][^<>]*>/gi;
const source = /\ssrc="(data:image\/[^"]*)"/gi;
const address = /url\((&quot;|'|)(data:[^"'()]*?)\1\)/gi;

export class SharedPictures {
  readonly #numbers = new Map<string, number>();

  /** Returns the HTML of a running element with references to its pictures. */
  of(html: string): string {
    return html.includes('data:') ? html.replaceAll(tag, (each) => this.#shorten(each)) : html;
  }

  /** The rules that show the pictures, for a `<style>` element. */
  text(): string {
    const pictures = [...this.#numbers].map(
      ([url, i]) => `--pdfapi-picture-${i}:url("${inStyleElement(url)}");`,
    );
    const rules = [...this.#numbers.values()].map(
      (i) => `img[data-pdfapi-picture="${i}"]{content:var(--pdfapi-picture-${i})!important}`,
    );
    return pictures.length > 0 ? `:root{${pictures.join('')}}\n${rules.join('\n')}` : '';
  }

  #shorten(text: string): string {
    const isImage = /^<img\s/i.test(text);
    return text
      .replaceAll(source, (all, url: string) =>
        isImage && isShared(url) ? ` data-pdfapi-picture="${this.#number(url)}"` : all,
      )
      .replaceAll(address, (all, _quote, url: string) =>
        isShared(url) ? `var(--pdfapi-picture-${this.#number(url)})` : all,
      );
  }

  #number(url: string): number {
    const known = this.#numbers.get(url) ?? this.#numbers.size;
    this.#numbers.set(url, known);
    return known;
  }
}

/** Without what has another meaning in HTML or in CSS. */
const isShared = (url: string): boolean => url.length >= minShared && !/[\s"\\<>&]/.test(url);
