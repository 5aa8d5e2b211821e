/** The types of XMP values: whether a value has a type, and the types that an extension schema adds. */
import { type XmpSchemaPrefix, xmpNamespaces } from '#pdf/xmp/namespaces';
import { parseTypeList } from '#pdf/xmp/predefined-schemas';
import { isLanguageAlternative, type XmpForm, type XmpNode } from '#pdf/xmp/xmp-node';

export interface StructType {
  /** The namespace of its fields. */
  readonly namespace: string;
  /** Type by name. */
  readonly fields: ReadonlyMap<string, string>;
}

type ValueType = RegExp | StructType | ((node: XmpNode) => boolean);

const anyText = /^/;

/** Types that every extension schema may use. */
const basicTypes: Readonly<Record<string, ValueType>> = {
  boolean: /^(?:True|False)$/,
  integer: /^[+-]?\d+$/,
  real: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
  mimetype: /^[-\w+.]+\/[-\w+.]+$/,
  text: anyText,
  propername: anyText,
  agentname: anyText,
  rational: anyText,
  renditionclass: anyText,
  uri: anyText,
  url: anyText,
  xpath: anyText,
  date: (node) => node.form === 'text' && isXmpDate(node.value),
  'lang alt': isLanguageAlternative,
};

/** Structures of the XMP specification. */
const structs: Readonly<Record<string, readonly [XmpSchemaPrefix, string]>> = {
  dimensions: ['stDim', 'w: Real, h: Real, unit: Text'],
  thumbnail: ['xmpGImg', 'height: Integer, width: Integer, image: Text, format: Text'],
  resourceevent: [
    'stEvt',
    'action: Text, instanceID: URI, parameters: Text, softwareAgent: AgentName, when: Date',
  ],
  resourceref: [
    'stRef',
    `instanceID: URI, documentID: URI, versionID: Text, renditionClass: RenditionClass, renditionParams: Text,
      manager: AgentName, managerVariant: Text, manageTo: URI, manageUI: URI`,
  ],
  version: [
    'stVer',
    'comments: Text, event: ResourceEvent, modifyDate: Date, modifier: ProperName, version: Text',
  ],
  job: ['stJob', 'name: Text, id: Text, url: URL'],
  flash: ['exif', 'Fired: Boolean, Return: Text, Mode: Text, Function: Boolean, RedEyeMode: Boolean'],
  'oecf/sfr': ['exif', 'Columns: Integer, Rows: Integer, Names: seq Text, Values: seq Rational'],
  cfapattern: ['exif', 'Columns: Integer, Rows: Integer, Values: seq Integer'],
  devicesettings: ['exif', 'Columns: Integer, Rows: Integer, Settings: seq Text'],
  colorant: [
    'xmpG',
    `swatchName: Text, mode: Text, type: Text, cyan: Real, magenta: Real, yellow: Real, black: Real, red: Integer,
      green: Integer, blue: Integer, L: Real, A: Integer, B: Integer`,
  ],
  font: [
    'stFnt',
    `fontName: Text, fontFamily: Text, fontFace: Text, fontType: Text, versionString: Text, composite: Boolean,
      fontFileName: Text, childFontFiles: seq Text`,
  ],
  beatsplicestretch: ['xmpDM', 'useFileBeatsMarker: Boolean, riseInDecibel: Real, riseInTimeDuration: Time'],
  marker: [
    'xmpDM',
    `startTime: any, duration: any, comment: Text, name: Text, location: URI, target: Text, type: Text`,
  ],
  media: [
    'xmpDM',
    'path: URI, track: Text, startTime: Time, duration: Time, managed: Boolean, webStatement: URI',
  ],
  projectlink: ['xmpDM', 'path: URI, type: Text'],
  resamplestretch: ['xmpDM', 'quality: Text'],
  time: ['xmpDM', 'value: Integer, scale: Rational'],
  timecode: ['xmpDM', 'timeValue: Text, timeFormat: Text'],
  timescalestretch: ['xmpDM', 'frameSize: Real, frameOverlappingPercentage: Real, quality: Text'],
};

const predefinedTypes: Readonly<Record<string, ValueType>> = {
  gpscoordinate: /^\d{1,3},\d{1,2}(?:,\d{1,2}|\.\d+)[NSEW]$/,
  locale: anyText,
  ...Object.fromEntries(
    Object.entries(structs).map(([name, [prefix, fields]]) => [
      name,
      { namespace: xmpNamespaces[prefix], fields: parseTypeList(fields) },
    ]),
  ),
};

const arrayPrefix = /^(bag|seq|alt) /;

/** An extension schema can define types that contain each other. */
const maxDepth = 30;

/** Characters. Longer than any nesting of arrays that has a purpose. */
const maxTypeName = 1000;

const unknownType = 'a name that is too long';

export class ValueTypes {
  readonly #types: Map<string, ValueType>;

  /** `from` has the types that are extended. Without `predefined`, only simple types are known. */
  constructor({ predefined = true, from }: { predefined?: boolean; from?: ValueTypes | undefined } = {}) {
    this.#types = new Map(
      from ? from.#types : Object.entries({ ...basicTypes, ...(predefined ? predefinedTypes : {}) }),
    );
  }

  /** Adds a type of an extension schema; without fields it is a text. */
  add(name: string, struct: StructType | undefined): void {
    if (name.length <= maxTypeName) this.#types.set(normalizeType(name), struct ?? anyText);
  }

  /** Whether the type, or that of the items of the array, is defined. */
  has(type: string): boolean {
    let item = normalizeType(type);
    while (arrayPrefix.test(item)) item = item.replace(arrayPrefix, '');
    return this.#types.has(item);
  }

  accepts(node: XmpNode, type: string, depth = 0): boolean {
    const normal = normalizeType(type);
    if (normal === 'any') return true;
    if (depth > maxDepth) return false;
    const array = arrayPrefix.exec(normal)?.[1] as XmpForm | undefined;
    if (array) {
      const item = normal.slice(4);
      return node.form === array && node.children.every((child) => this.accepts(child, item, depth + 1));
    }
    const known = this.#types.get(normal);
    if (known === undefined) return false;
    if (known instanceof RegExp) return node.form === 'text' && known.test(node.value);
    if (typeof known === 'function') return known(node);
    return (
      node.form === 'struct' &&
      node.children.every((child) => {
        const field = child.namespace === known.namespace ? known.fields.get(child.name) : undefined;
        return field !== undefined && this.accepts(child, field, depth + 1);
      })
    );
  }
}

/** Choices count as the type they choose from, an array without the type of its items as one of texts. */
function normalizeType(type: string): string {
  if (type.length > maxTypeName) return unknownType;
  const name = type
    .toLowerCase()
    .replace(/(?:open |closed )?(?:choice |choice$)(?:of )?/g, '')
    .trim();
  if (name === '') return 'text';
  return /(?:bag|seq|alt)$/.test(name) && !name.endsWith('lang alt') ? `${name} text` : name;
}

/**
 * A date of ISO 8601 as XMP restricts it, from a year alone to fractions of a second. An empty one counts as none.
 * Numbers need no leading zeros.
 */
function isXmpDate(text: string): boolean {
  return (
    text === '' ||
    /^-?\d+(?:-\d+(?:-\d+(?:T\d+(?::\d+(?::\d+(?:\.\d+)?)?)?(?:Z|[+-]\d+(?::\d+)?)?)?)?)?$/.test(text)
  );
}
