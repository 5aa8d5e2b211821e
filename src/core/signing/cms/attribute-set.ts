/** The attributes of a signer, signed or not (RFC 5652, 11). */

import { type DerElement, DerError, derTags } from '../asn1/der-reader.ts';
import { readOid } from '../asn1/der-values.ts';
import { encodeElement } from '../asn1/der-writer.ts';

export class AttributeSet {
  readonly #element: DerElement;
  readonly #values = new Map<string, readonly DerElement[]>();

  /** Throws `DerError` if an attribute is malformed or there twice. */
  constructor(element: DerElement) {
    this.#element = element;
    for (const attribute of element.children) {
      const [type, values] = attribute.expect(derTags.sequence, 'An attribute').children;
      if (!type || !values || attribute.children.length > 2) throw new DerError('An attribute is malformed.');
      const oid = readOid(type);
      if (this.#values.has(oid)) throw new DerError('An attribute is there twice.');
      this.#values.set(oid, values.expect(derTags.set, 'The values of an attribute').children);
    }
  }

  get types(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** The only value; undefined if there is no such attribute. Throws `DerError` for several values. */
  findValue(type: string): DerElement | undefined {
    const values = this.#values.get(type);
    if (values && values.length !== 1) throw new DerError('An attribute does not have exactly one value.');
    return values?.[0];
  }

  findValues(type: string): readonly DerElement[] {
    return this.#values.get(type) ?? [];
  }

  /** What the signature of signed attributes is made over: with the tag of a set instead of that of the context. */
  get signedBytes(): Uint8Array {
    return encodeElement(derTags.set, this.#element.content);
  }
}
