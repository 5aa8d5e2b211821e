/** The descriptions of extension schemas in XMP: clauses 6.6.2.3.2 and 6.6.2.3.3. */

import { type XmpSchemaPrefix, xmpNamespaces } from '#pdf/xmp/namespaces';
import { findXmpNode, type XmpNode } from '#pdf/xmp/xmp-node';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { arrayItems, type ExtensionSchemas } from '../../xmp/extension-schemas.ts';
import { ValueTypes } from '../../xmp/value-types.ts';
import type { Rule } from '../rule.ts';

const clause = '6.6.2.3.3';
const remedy =
  'Describe the schema with all the fields of ISO 19005-2, 6.6.2.3.3, under the prefixes that it prescribes.';

const undefinedFieldRule: Rule = { pdfa: ['6.6.2.3.2', 1], remedy };
const containerRule: Rule = { pdfa: [clause, 1], remedy };

interface Field {
  readonly name: string;
  readonly rule: Rule;
  /** An array may be missing; a text may not. */
  readonly form: 'text' | 'array';
  /** The text names a type, which must be defined. */
  readonly namesType?: true;
  readonly values?: readonly string[];
}

/** One of the four kinds of descriptions. */
interface Description {
  readonly title: string;
  readonly prefix: XmpSchemaPrefix;
  readonly fields: readonly Field[];
}

function field(test: number, name: string, more: Omit<Field, 'name' | 'rule' | 'form'> = {}): Field {
  return { name, rule: { pdfa: [clause, test], remedy }, form: 'text', ...more };
}

function arrayField(test: number, name: string): Field {
  return { name, rule: { pdfa: [clause, test], remedy }, form: 'array' };
}

const schemaDescription: Description = {
  title: 'schema',
  prefix: 'pdfaSchema',
  fields: [
    field(2, 'schema'),
    field(3, 'namespaceURI'),
    field(4, 'prefix'),
    arrayField(5, 'property'),
    arrayField(6, 'valueType'),
  ],
};

const propertyDescription: Description = {
  title: 'property',
  prefix: 'pdfaProperty',
  fields: [
    field(7, 'name'),
    field(8, 'valueType', { namesType: true }),
    field(9, 'category', { values: ['external', 'internal'] }),
    field(10, 'description'),
  ],
};

const typeDescription: Description = {
  title: 'value type',
  prefix: 'pdfaType',
  fields: [
    field(11, 'type'),
    field(12, 'namespaceURI'),
    field(13, 'prefix'),
    field(14, 'description'),
    arrayField(15, 'field'),
  ],
};

const fieldDescription: Description = {
  title: 'field',
  prefix: 'pdfaField',
  fields: [field(16, 'name'), field(17, 'valueType', { namesType: true }), field(18, 'description')],
};

export const extensionRules: readonly Rule[] = [
  undefinedFieldRule,
  containerRule,
  ...[schemaDescription, propertyDescription, typeDescription, fieldDescription].flatMap(({ fields }) =>
    fields.map(({ rule }) => rule),
  ),
];

/** `schemas` are those of the same container. */
export function checkExtensions(
  container: XmpNode,
  schemas: ExtensionSchemas,
  findings: FindingCollector,
  object: number | undefined,
): void {
  if (container.form !== 'bag' || container.prefix !== 'pdfaExtension') {
    findings.add(containerRule, {
      message: `The extension schemas are ${container.prefix}:schemas with ${title(container.form)} instead of pdfaExtension:schemas with an rdf:Bag.`,
      object,
    });
  }
  const check = (node: XmpNode, description: Description, types: ValueTypes): void =>
    checkDescription(node, description, types, findings, object);
  const simpleTypes = new ValueTypes({ predefined: false });
  const { pdfaSchema, pdfaType } = xmpNamespaces;
  for (const schema of arrayItems(container)) {
    const namespace = findXmpNode(schema.children, pdfaSchema, 'namespaceURI')?.value ?? '';
    const types = schemas.get(namespace)?.types ?? simpleTypes;
    check(schema, schemaDescription, types);
    for (const property of arrayItems(findXmpNode(schema.children, pdfaSchema, 'property'))) {
      check(property, propertyDescription, types);
    }
    for (const type of arrayItems(findXmpNode(schema.children, pdfaSchema, 'valueType'))) {
      check(type, typeDescription, types);
      for (const each of arrayItems(findXmpNode(type.children, pdfaType, 'field'))) {
        check(each, fieldDescription, types);
      }
    }
  }
}

function checkDescription(
  node: XmpNode,
  { title: kind, prefix, fields }: Description,
  types: ValueTypes,
  findings: FindingCollector,
  object: number | undefined,
): void {
  const namespace = xmpNamespaces[prefix];
  const foreign = node.children.find(
    (child) => child.namespace !== namespace || !fields.some(({ name }) => name === child.name),
  );
  if (foreign) {
    findings.add(undefinedFieldRule, {
      message: `The description of a ${kind} in the XMP has the undefined field ${foreign.prefix}:${foreign.name}.`,
      object,
    });
  }
  for (const described of fields) {
    const value = findXmpNode(node.children, namespace, described.name);
    const problem = findProblem(value, described, prefix, types);
    if (problem === undefined) continue;
    findings.add(described.rule, {
      message: `The description of a ${kind} in the XMP ${problem}.`,
      object,
    });
  }
}

function findProblem(
  value: XmpNode | undefined,
  { name, form, namesType, values }: Field,
  prefix: string,
  types: ValueTypes,
): string | undefined {
  const full = `${prefix}:${name}`;
  if (!value) return form === 'text' ? `lacks the field ${full}` : undefined;
  if (value.prefix !== prefix)
    return `has the prefix ${value.prefix} at its field ${name} instead of ${prefix}`;
  if (form === 'array') {
    const isOrdered = value.form === 'seq' || value.form === 'alt';
    return isOrdered ? undefined : `has ${title(value.form)} as its ${full} instead of an rdf:Seq`;
  }
  if (value.form !== 'text') return `has ${title(value.form)} as its ${full} instead of a text`;
  if (values && !values.includes(value.value)) {
    return `has the ${full} "${short(value.value)}" instead of ${values.join(' or ')}`;
  }
  if (namesType && !types.has(value.value)) {
    return `names "${short(value.value)}" as its ${full}, which is no type of XMP and is not described`;
  }
  return undefined;
}

function short(text: string): string {
  return text.slice(0, 60);
}

function title(form: XmpNode['form']): string {
  return { text: 'a text', struct: 'a structure', bag: 'an rdf:Bag', seq: 'an rdf:Seq', alt: 'an rdf:Alt' }[
    form
  ];
}
