/**
 * The schemas that a packet describes in `pdfaExtension:schemas`, so that it may use properties of its own
 * (ISO 19005-2, 6.6.2.3).
 */
import { xmpNamespaces } from '#pdf/xmp/namespaces';
import { findXmpNode, type XmpNode } from '#pdf/xmp/xmp-node';
import { type StructType, ValueTypes } from './value-types.ts';

interface ExtensionSchema {
  /** The types that its properties may have. */
  readonly types: ValueTypes;
  /** Value type by name. Properties of unknown types are left out. */
  readonly properties: ReadonlyMap<string, string>;
}

/** By namespace. */
export type ExtensionSchemas = ReadonlyMap<string, ExtensionSchema>;

const { pdfaSchema, pdfaProperty, pdfaType, pdfaField } = xmpNamespaces;

/** `base` has the schemas of the document's packet, whose types those of a packet inside the document may use. */
export function readExtensionSchemas(
  container: XmpNode | undefined,
  base: ExtensionSchemas = new Map(),
): ExtensionSchemas {
  const schemas = new Map<string, ExtensionSchema>();
  for (const schema of arrayItems(container)) {
    const namespace = findXmpNode(schema.children, pdfaSchema, 'namespaceURI')?.value;
    const listed = findXmpNode(schema.children, pdfaSchema, 'property');
    if (namespace === undefined || !listed || !isArray(listed)) continue;
    const types = new ValueTypes({ from: base.get(namespace)?.types });
    for (const type of arrayItems(findXmpNode(schema.children, pdfaSchema, 'valueType')))
      addType(types, type);
    const properties = new Map<string, string>();
    for (const property of listed.children) {
      const name = findXmpNode(property.children, pdfaProperty, 'name')?.value;
      const type = findXmpNode(property.children, pdfaProperty, 'valueType')?.value;
      if (name === undefined || type === undefined || properties.has(name) || !types.has(type)) continue;
      properties.set(name, type);
    }
    schemas.set(namespace, { types, properties });
  }
  return schemas;
}

/** The items of an array; none if the value is no array. */
export function arrayItems(node: XmpNode | undefined): readonly XmpNode[] {
  return node && isArray(node) ? node.children : [];
}

function isArray({ form }: XmpNode): boolean {
  return form === 'bag' || form === 'seq' || form === 'alt';
}

function addType(types: ValueTypes, type: XmpNode): void {
  const name = findXmpNode(type.children, pdfaType, 'type')?.value;
  if (name === undefined) return;
  const fields = new Map<string, string>();
  for (const field of arrayItems(findXmpNode(type.children, pdfaType, 'field'))) {
    const fieldName = findXmpNode(field.children, pdfaField, 'name')?.value;
    const fieldType = findXmpNode(field.children, pdfaField, 'valueType')?.value;
    if (fieldName !== undefined && fieldType !== undefined) fields.set(fieldName, fieldType);
  }
  const namespace = findXmpNode(type.children, pdfaType, 'namespaceURI')?.value;
  if (fields.size > 0 && namespace === undefined) return;
  const struct: StructType | undefined = fields.size > 0 ? { namespace: namespace ?? '', fields } : undefined;
  types.add(name, struct);
}
