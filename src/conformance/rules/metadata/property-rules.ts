/** The properties of an XMP packet: each described and of its type. Clause 6.6.2.3.1. */

import { predefinedSchemas } from '#pdf/xmp/predefined-schemas';
import type { XmpNode } from '#pdf/xmp/xmp-node';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { ExtensionSchemas } from '../../xmp/extension-schemas.ts';
import { ValueTypes } from '../../xmp/value-types.ts';
import type { Rule } from '../rule.ts';

const definedRule: Rule = {
  pdfa: ['6.6.2.3.1', 1],
  remedy: 'Remove the property, or describe its schema in pdfaExtension:schemas.',
};

const typeRule: Rule = {
  pdfa: ['6.6.2.3.1', 2],
  remedy: 'Write the property with the type of value that its schema defines.',
};

export const propertyRules: readonly Rule[] = [definedRule, typeRule];

const predefinedTypes = new ValueTypes();

/** `schemas` are those of the packet first, then those of the document. */
export function checkProperties(
  properties: readonly XmpNode[],
  schemas: readonly ExtensionSchemas[],
  findings: FindingCollector,
  object: number | undefined,
): void {
  for (const node of properties) {
    const name = `${node.prefix}:${node.name}`;
    const { type, types } = findType(node, schemas);
    if (type === undefined) {
      findings.add(definedRule, {
        message: `The XMP has the property ${name} of the namespace ${node.namespace}, which no schema defines.`,
        object,
      });
      findings.add(typeRule, { message: `The XMP property ${name} has no defined type of value.`, object });
    } else if (!types.accepts(node, type)) {
      findings.add(typeRule, {
        message: `The XMP property ${name} has ${describe(node)}, which is no value of the type ${type}.`,
        object,
      });
    }
  }
}

function findType(
  { namespace, name }: XmpNode,
  schemas: readonly ExtensionSchemas[],
): { type: string | undefined; types: ValueTypes } {
  for (const extensions of schemas) {
    const schema = extensions.get(namespace);
    const type = schema?.properties.get(name);
    if (schema && type !== undefined) return { type, types: schema.types };
  }
  return { type: predefinedSchemas.get(namespace)?.get(name), types: predefinedTypes };
}

function describe({ form, value, children }: XmpNode): string {
  switch (form) {
    case 'text':
      return `the value "${value.slice(0, 60)}"`;
    case 'struct':
      return `a structure (${children
        .slice(0, 5)
        .map((child) => child.name)
        .join(', ')})`;
    default:
      return `an rdf:${form === 'bag' ? 'Bag' : form === 'seq' ? 'Seq' : 'Alt'} of ${children.length} items`;
  }
}
