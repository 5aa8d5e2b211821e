/**
 * Writes a first template for given data: a heading, a list of names and values, a table for each list of objects and a
 * section for each object, in the order of the data.
 */
import { isJsonObject, type Json, type JsonObject } from '#contract/json';
import { type DataSchemaJson, dialect, schemaOfData } from '#template/schema/data-schema-json';
import { labelFor, singularOf } from '#template/schema/label';

/** Headings below this level would be no headings of HTML. */
const maxHeading = 6;

/**
 * Returns the texts of the files by name: `template.json`, `template.html`, `styles.css`, `footer.html`, `data.json` and,
 * unless one is given, `schema.json`.
 */
export function templateFromData(
  data: JsonObject,
  name: string,
  { lang = 'en', schema }: { lang?: string | undefined; schema?: string } = {},
): Readonly<Record<string, string>> {
  const wording = wordingOf(lang);
  const shape = schemaOfData(data);
  const titleName = ['title', 'name', 'subject'].find((key) => typeof data[key] === 'string');
  const title = titleName === undefined ? escapeTwig(labelFor(name)) : `{{ ${titleName} }}`;
  const rest = Object.fromEntries(Object.entries(data).filter(([key]) => key !== titleName));
  const body = objectHtml(rest, shape, { at: (key) => pathOf(null, key), level: 2, wording });
  const settings = { name, format: 'A4', metadata: { title } };
  const own = { $schema: dialect, title: `Data of the template ${name}`, ...shape };
  return {
    'template.json': `${JSON.stringify(settings, null, 2)}\n`,
    'template.html': `<!doctype html>
<html lang="${lang}">
  <head>
    <meta charset="utf-8">
    <title>${title}</title>
  </head>
  <body>
    <h1>${title}</h1>
${indent(body, 4)}
  </body>
</html>
`,
    'styles.css': styles,
    'footer.html':
      '<div style="text-align: center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>\n',
    'data.json': `${JSON.stringify(data, null, 2)}\n`,
    'schema.json': schema ?? `${JSON.stringify(own, null, 2)}\n`,
  };
}

/** How the values of the data are printed. */
interface Wording {
  readonly yes: string;
  readonly no: string;
  /** Filters for amounts with two decimals, and for dates. */
  readonly money: string;
  readonly date: string;
}

const yesAndNo: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  da: ['ja', 'nej'],
  de: ['ja', 'nein'],
  es: ['sí', 'no'],
  fi: ['kyllä', 'ei'],
  fr: ['oui', 'non'],
  it: ['sì', 'no'],
  nl: ['ja', 'nee'],
  pl: ['tak', 'nie'],
  pt: ['sim', 'não'],
  sv: ['ja', 'nej'],
};

/** The filters of other languages than English take the locale of the document, which is that of its `lang`. */
function wordingOf(lang: string): Wording {
  const [language = ''] = lang.split('-');
  const [yes, no] = yesAndNo[language] ?? ['yes', 'no'];
  if (lang === 'en') return { yes, no, money: 'number_format(2)', date: "date('j F Y')" };
  return { yes, no, money: 'format_number({fraction_digit: 2})', date: "format_date('long')" };
}

interface Place {
  /** The Twig expression of a property. */
  readonly at: (key: string) => string;
  /** The level of the headings of sections. */
  readonly level: number;
  readonly wording: Wording;
}

/** Names and values first, then sections, because a section ends at the next heading. */
function objectHtml(data: JsonObject, shape: DataSchemaJson, place: Place): string {
  const simple = Object.entries(data).filter(([, value]) => isSimple(value));
  const others = Object.entries(data).filter(([, value]) => !isSimple(value));
  return [
    ...(simple.length > 0 ? [termsHtml(simple, shape, place)] : []),
    ...others.map(([key, value]) => sectionHtml(key, value, shape, place)),
  ].join('\n');
}

function termsHtml(
  entries: readonly (readonly [string, Json])[],
  shape: DataSchemaJson,
  { at, wording }: Place,
): string {
  const rows = entries.map(([key, value]) => {
    const text = valueHtml(at(key), [value], isOptional(shape, key), wording);
    return `  <dt>${escapeTwig(labelFor(key))}</dt>\n  <dd>${text}</dd>`;
  });
  return `<dl>\n${rows.join('\n')}\n</dl>`;
}

function sectionHtml(key: string, value: Json, shape: DataSchemaJson, { at, level, wording }: Place): string {
  const path = at(key);
  const below: Place = { at: (name) => pathOf(path, name), level: level + 1, wording };
  const own = shape.properties?.[key] ?? {};
  const content = Array.isArray(value)
    ? listHtml(path, singular(key), value, own, wording)
    : objectHtml(value as JsonObject, own, below);
  const heading = `h${Math.min(level, maxHeading)}`;
  return `<section>
  <${heading}>${escapeTwig(labelFor(key))}</${heading}>
${indent(content, 2)}
</section>`;
}

function listHtml(
  path: string,
  item: string,
  values: readonly Json[],
  { items = {} }: DataSchemaJson,
  wording: Wording,
): string {
  const rows = values.filter(isJsonObject);
  // A list may also hold other values beside objects, or objects without anything.
  if (rows.length < values.length || Object.keys(items.properties ?? {}).length === 0) {
    return `<ul>\n  {% for ${item} in ${path} %}\n    <li>${valueHtml(item, values, false, wording)}</li>\n  {% endfor %}\n</ul>`;
  }
  const columns = Object.keys(items.properties ?? {}).map((key) => {
    const cells = rows.flatMap((row) => (Object.hasOwn(row, key) ? [row[key] as Json] : []));
    const isNumber = cells.every((cell) => typeof cell === 'number');
    const attribute = isNumber ? ' class="number"' : cells.some(isLongText) ? ' class="text"' : '';
    const text = valueHtml(pathOf(item, key), cells, isOptional(items, key), wording);
    return { label: escapeTwig(labelFor(key)), attribute, text };
  });
  const heads = columns.map(({ label, attribute }) => `      <th scope="col"${attribute}>${label}</th>`);
  const cells = columns.map(({ text, attribute }) => `        <td${attribute}>${text}</td>`);
  return `<table>
  <thead>
    <tr>
${heads.join('\n')}
    </tr>
  </thead>
  <tbody>
    {% for ${item} in ${path} %}
      <tr>
${cells.join('\n')}
      </tr>
    {% endfor %}
  </tbody>
</table>`;
}

/** Prints a value the way all these samples of it can be printed. */
function valueHtml(path: string, samples: readonly Json[], isOptional: boolean, wording: Wording): string {
  const { yes, no, money, date } = wording;
  const safe = isOptional ? `${path}|default('')` : path;
  const all = (test: (value: Json) => boolean) => samples.length > 0 && samples.every(test);
  if (all((value) => typeof value === 'boolean')) {
    const value = isOptional ? `${path}|default(false)` : path;
    return `{{ ${value} ? '${yes}' : '${no}' }}`;
  }
  if (all((value) => typeof value === 'number')) {
    const isMoney = samples.some((value) => !Number.isInteger(value)) && samples.every(hasTwoDecimals);
    return isMoney && !isOptional ? `{{ ${path}|${money} }}` : `{{ ${safe} }}`;
  }
  if (all(Array.isArray)) {
    const list = isOptional ? `${path}|default([])` : path;
    const isPlain = samples.flat().every((value) => typeof value !== 'object' || value === null);
    return isPlain ? `{{ ${list}|join(', ') }}` : `{{ ${list}|json_encode }}`;
  }
  if (all(isJsonObject)) {
    const keys = [...new Set(samples.filter(isJsonObject).flatMap(Object.keys))];
    const parts = keys.map((key) => {
      const values = samples
        .filter(isJsonObject)
        .flatMap((value) => (Object.hasOwn(value, key) ? [value[key] as Json] : []));
      return valueHtml(pathOf(path, key), values, isOptional || values.length < samples.length, wording);
    });
    return parts.join(', ');
  }
  if (samples.some((value) => typeof value === 'object' && value !== null))
    return `{{ ${safe}|json_encode }}`;
  const formats = new Set(samples.map((value) => schemaOfData(value).format));
  const [format] = formats;
  if (formats.size === 1 && format === 'date' && !isOptional) return `{{ ${path}|${date} }}`;
  if (formats.size === 1 && format === 'uri' && !isOptional)
    return `<a href="{{ ${path} }}">{{ ${path} }}</a>`;
  return `{{ ${safe} }}`;
}

/** A text of several words, or as long. Columns of others keep the width of their longest word. */
const isLongText = (value: Json): boolean => typeof value === 'string' && value.length > 20;

const isSimple = (value: Json): boolean =>
  typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0);

const hasTwoDecimals = (value: Json): boolean => /^-?\d+(?:\.\d{1,2})?$/.test(String(value));

const isOptional = ({ required = [] }: DataSchemaJson, key: string): boolean => !required.includes(key);

/** Names with another meaning in Twig. */
const reserved = new Set([
  'true',
  'false',
  'none',
  'null',
  'not',
  'and',
  'or',
  'xor',
  'in',
  'is',
  'loop',
  'has',
  'matches',
]);

function pathOf(object: string | null, key: string): string {
  if (object === null && /^[A-Za-z_]\w*$/.test(key) && !reserved.has(key.toLowerCase())) return key;
  if (object !== null && /^[A-Za-z_]\w*$/.test(key)) return `${object}.${key}`;
  return `${object ?? '_context'}['${key.replace(/[\\']/g, '\\$&')}']`;
}

/** A name for an item of the list. */
function singular(key: string): string {
  const one = singularOf(key);
  return one !== key && /^[A-Za-z_]\w*$/.test(one) && !reserved.has(one.toLowerCase()) ? one : 'item';
}

/** Text for HTML with Twig. */
function escapeTwig(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\{(?=[{%#])/g, '&#123;');
}

const indent = (text: string, by: number): string => text.replace(/^(?=.)/gm, ' '.repeat(by));

const styles = `body {
  font-family: sans-serif;
  line-height: 1.5;
  overflow-wrap: anywhere;
}

h1,
h2,
h3 {
  line-height: 1.2;
}

dl {
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: 0.25rem 1.5rem;
}

dt {
  color: #555;
}

dd {
  margin: 0;
}

table {
  width: 100%;
  border-collapse: collapse;
  overflow-wrap: normal;
}

td.text {
  overflow-wrap: anywhere;
}

th,
td {
  padding: 0.35rem 0.5rem;
  border-bottom: 1px solid #ccc;
  text-align: left;
  vertical-align: top;
}

tr {
  break-inside: avoid;
}

.number {
  text-align: right;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
}
`;
