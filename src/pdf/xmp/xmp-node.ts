/** The data model of XMP (ISO 16684-1, 6): properties whose values are texts, structures or arrays. */

export type XmpForm = 'text' | 'struct' | 'bag' | 'seq' | 'alt';

export interface XmpNode {
  readonly namespace: string;
  readonly name: string;
  /** As the file writes it. */
  readonly prefix: string;
  form: XmpForm;
  /** Empty for structures and arrays. */
  value: string;
  /** The fields of a structure or the items of an array. */
  children: XmpNode[];
  /** `xml:lang`, in lower case. */
  language: string | undefined;
}

/** Whether the value is an array of texts in several languages. */
export function isLanguageAlternative(node: XmpNode): boolean {
  return (
    node.form === 'alt' && (node.children.length === 0 || node.children.some(({ language }) => language))
  );
}

/** Returns the field of a structure, or the property of a packet. */
export function findXmpNode(nodes: readonly XmpNode[], namespace: string, name: string): XmpNode | undefined {
  return nodes.find((node) => node.name === name && node.namespace === namespace);
}
