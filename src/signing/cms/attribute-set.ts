/** The attributes of a signer, signed or not (RFC 5652, 11). */

import { type DerElement, DerError, derTags } from '../asn1/der-reader.ts';
import { readOid } from '../asn1/der-values.ts';
import { encodeElement } from '../asn1/der-writer.ts';

export class AttributeSet {
  readonly #element: DerElement;
  readonly #values = new Map<string, DerElement[]>();

  /** Throws `DerError` if an attribute is malformed. */
  constructor(element: DerElement) {
    this.#element = element;
    for (const attribute of element.children) {
      const [type, values] = attribute.expect(derTags.sequence, 'An attribute').children;
      if (!type || !values || attribute.children.length > 2) throw new DerError('An attribute is malformed.');
      const oid = readOid(type);
      const known = this.#values.get(oid) ?? [];
      this.#values.set(oid, known);
      for (const value of values.expect(derTags.set, 'The values of an attribute').children)
        known.push(value);
    }
  }

  get types(): readonly string[] {
    return [...this.#values.keys()];
  }

  /**
   * The only value; undefined if there is no such attribute. Throws `DerError` for several values, in one attribute or in
   * several of this type: the attributes that a verifier goes by have exactly one.
   */
  findValue(type: string): DerElement | undefined {
    const values = this.#values.get(type);
    if (values && values.length !== 1) throw new DerError('An attribute does not have exactly one value.');
    return values?.[0];
  }

  /** Values of all attributes of a type: unsigned ones, such as time stamps, may be there more than once. */
  findValues(type: string): readonly DerElement[] {
    return this.#values.get(type) ?? [];
  }

  /** The bytes that a signature of signed attributes covers: with the tag of a set, not that of the context. */
  get signedBytes(): Uint8Array {
    return encodeElement(derTags.set, this.#element.content);
  }
}
