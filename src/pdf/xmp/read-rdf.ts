/**
 * Reads the properties of `rdf:RDF` as XMP restricts RDF/XML (ISO 16684-1, 7): `rdf:Description` elements whose
 * attributes and children are properties, arrays as `rdf:Bag`, `rdf:Seq` and `rdf:Alt`, structures as nested
 * descriptions or `rdf:parseType="Resource"`, qualifiers beside `rdf:value`.
 */
import { xmpNamespaces } from './namespaces.ts';
import { type XmlAttribute, type XmlElement, XmlError, type XmlName } from './xml-tree.ts';
import type { XmpForm, XmpNode } from './xmp-node.ts';

const { rdf, xml } = xmpNamespaces;

/** Names of RDF's own syntax, which are not properties. */
const syntaxNames = new Set([
  ...['RDF', 'ID', 'about', 'parseType', 'resource', 'nodeID', 'datatype', 'Description'],
  ...['aboutEach', 'aboutEachPrefix', 'bagID'],
]);

const arrayForms: Readonly<Record<string, XmpForm>> = { Bag: 'bag', Seq: 'seq', Alt: 'alt' };

/** The namespace that Dublin Core had in the first XMP files. */
const oldDublinCore = 'http://purl.org/dc/1.1/';

/** Properties or fields, with the names taken so far, so that a duplicate is found without a search. */
interface Parent {
  readonly form: XmpForm | 'packet';
  readonly children: XmpNode[];
  readonly names: Set<string>;
}

/** Returns the properties of all descriptions in file sequence. Throws `XmlError` for what XMP does not allow. */
export function readRdf(root: XmlElement): XmpNode[] {
  const packet: Parent = { form: 'packet', children: [], names: new Set() };
  if (root.text.trim() !== '') throw new XmlError('rdf:RDF contains text');
  let about = '';
  for (const element of root.elements) {
    if (!isRdf(element, 'Description')) {
      throw new XmlError(`rdf:RDF contains ${title(element)}, only rdf:Description is allowed`);
    }
    const described = element.attributes.find(
      (attribute) => syntaxName(attribute, element) === 'about',
    )?.value;
    if (about !== '' && described && described !== about) {
      throw new XmlError('the rdf:about of two descriptions differ');
    }
    about ||= described ?? '';
    readNode(element, packet);
  }
  return packet.children;
}

/** An element that holds properties: a description, a typed structure or an array. */
function readNode(element: XmlElement, parent: Parent): void {
  let subjects = 0;
  for (const attribute of element.attributes) {
    const syntax = syntaxName(attribute, element);
    if (syntax === undefined) add(parent, attribute, attribute.value);
    else if (!['about', 'ID', 'nodeID'].includes(syntax)) throw misplaced(attribute, element);
    else if (++subjects > 1) throw new XmlError(`${title(element)} has two of rdf:about, rdf:ID, rdf:nodeID`);
  }
  readProperties(element, parent);
}

function readProperties(element: XmlElement, parent: Parent): void {
  if (element.text.trim() !== '') throw new XmlError(`${title(element)} contains text beside properties`);
  for (const property of element.elements) readProperty(property, parent);
}

function readProperty(element: XmlElement, parent: Parent): void {
  if (element.namespace === rdf && syntaxNames.has(element.local)) {
    throw new XmlError(`${title(element)} is not the name of a property`);
  }
  const other = element.attributes.filter(({ namespace, local }) => namespace !== xml || local !== 'lang');
  const [first] = other;
  const isResource = first && isRdf(first, 'parseType');
  if (first && !isResource && !isRdf(first, 'datatype')) {
    readAttributes(element, parent);
  } else if (isResource) {
    if (first.value !== 'Resource') throw new XmlError(`rdf:parseType="${first.value}" is not allowed`);
    if (other.slice(1).some((attribute) => !isRdf(attribute, 'ID'))) throw misplaced(first, element);
    const node = add(parent, element, '', 'struct', element);
    readFields(element, node, readProperties);
  } else if (element.elements.length === 0) {
    add(parent, element, element.text, 'text', element);
  } else {
    readCompound(element, parent);
  }
}

/** A property whose value is one nested element: an array or a structure. */
function readCompound(element: XmlElement, parent: Parent): void {
  const [value, second] = element.elements;
  if (!value || second || element.text.trim() !== '') {
    throw new XmlError(`${title(element)} does not contain exactly one element`);
  }
  if (value.namespace === rdf && value.local !== 'Description' && !(value.local in arrayForms)) {
    throw new XmlError(`${title(element)} contains ${title(value)}`);
  }
  const form = (value.namespace === rdf && arrayForms[value.local]) || 'struct';
  readFields(value, add(parent, element, '', form, element), readNode);
}

/** A property without content: its attributes are its value, its fields or its qualifiers. */
function readAttributes(element: XmlElement, parent: Parent): void {
  if (element.elements.length > 0 || element.text !== '') {
    throw new XmlError(`${title(element)} has both content and attributes`);
  }
  const value = element.attributes.find((attribute) => isRdf(attribute, 'value'));
  const resource = element.attributes.find((attribute) => isRdf(attribute, 'resource'));
  if (value && resource) throw new XmlError(`${title(element)} has both rdf:value and rdf:resource`);
  const fields = element.attributes.filter(
    (attribute) =>
      attribute !== value &&
      syntaxName(attribute, element) === undefined &&
      (attribute.namespace !== xml || attribute.local !== 'lang'),
  );
  const foreign = element.attributes.find((attribute) =>
    ['about', 'parseType', 'datatype', 'RDF', 'Description'].includes(syntaxName(attribute, element) ?? ''),
  );
  if (foreign) throw misplaced(foreign, element);
  if (value || resource || fields.length === 0) {
    add(parent, element, (value ?? resource)?.value ?? '', 'text', element);
    return;
  }
  const node = add(parent, element, '', 'struct', element);
  const struct: Parent = { form: 'struct', children: node.children, names: new Set() };
  for (const field of fields) add(struct, field, field.value);
}

function readFields(
  element: XmlElement,
  node: XmpNode,
  read: (element: XmlElement, parent: Parent) => void,
): void {
  read(element, { form: node.form, children: node.children, names: new Set() });
  const value = node.children.find((child) => isRdf({ ...child, local: child.name }, 'value'));
  if (!value) return;
  // The other fields are qualifiers of the value.
  node.form = value.form;
  node.value = value.value;
  node.children = value.children;
  node.language ??= value.language;
}

function add(
  parent: Parent,
  name: XmlName,
  value: string,
  form: XmpForm = 'text',
  element?: XmlElement,
): XmpNode {
  const { local, prefix } = name;
  if (name.namespace === '') throw new XmlError(`${title(name)} is in no namespace`);
  const namespace = name.namespace === oldDublinCore ? xmpNamespaces.dc : name.namespace;
  const isItem = isRdf(name, 'li');
  const isArray = parent.form !== 'struct' && parent.form !== 'packet';
  if (isItem && !isArray) throw new XmlError('rdf:li is outside an array');
  if (isRdf(name, 'value') && parent.form !== 'struct')
    throw new XmlError('rdf:value is outside a structure');
  const key = `${namespace} ${local}`;
  if (!isItem && parent.names.has(key)) throw new XmlError(`${title(name)} occurs twice`);
  parent.names.add(key);
  const language = element?.attributes.find((each) => each.namespace === xml && each.local === 'lang')?.value;
  const node: XmpNode = {
    namespace,
    name: local,
    prefix,
    form,
    value,
    children: [],
    language: language?.toLowerCase(),
  };
  parent.children.push(node);
  return node;
}

function isRdf({ namespace, local }: Pick<XmlName, 'namespace' | 'local'>, name: string): boolean {
  return namespace === rdf && local === name;
}

/** The name of an attribute that belongs to RDF's syntax. Old files write `about` and `ID` without the prefix. */
function syntaxName({ namespace, local }: XmlAttribute, element: XmlElement): string | undefined {
  if (namespace === rdf) return syntaxNames.has(local) ? local : undefined;
  const isOld = namespace === '' && element.namespace === rdf && (local === 'about' || local === 'ID');
  return isOld ? local : undefined;
}

function misplaced(attribute: XmlName, element: XmlName): XmlError {
  return new XmlError(`${title(attribute)} is not allowed in ${title(element)}`);
}

function title({ prefix, local }: XmlName): string {
  return prefix === '' ? local : `${prefix}:${local}`;
}
