/** Converts the parts of a form to the equivalent JSON request and the files beside it. */
import { Failure } from '#contract/errors';
import { type TextFormat, textFormatOf } from '#contract/files/text-format';
import { isJsonObject } from '#contract/json';
import { maxJsonValues } from '#contract/limits';
import type { HeaderFooterSetting } from '#contract/page';
import { JsonSyntaxError, parseJson, TooManyJsonValuesError } from '#contract/parse-json';
import { decodeHtml } from '#template/load/decode-html';
import { decodeUtf8 } from '#template/load/read-text';
import { findContentType } from '#template/model/content-types';
import { headerFooterSetting, parsePageFile } from '#template/model/page-files';
import { assertTemplatePath } from '#template/model/template-files';
import { invalidBody } from './invalid-body.ts';
import type { FormPart } from './parse-form.ts';

export interface FormRequest {
  /** The JSON text of the request. Numbers in `data` keep all their digits. */
  readonly text: string;
  readonly styles: string | undefined;
  /** Path → the part that holds the file. */
  readonly assets: ReadonlyMap<string, FormPart>;
}

const jsonFields = ['data', 'config', 'upload'];
/** Numbers, which a form has as text. */
const numberFields = ['url_expiry', 'page', 'dpi'];
const textFields = ['output', 'filename', ...numberFields];
const documents = ['document.html', 'index.html', 'document.md', 'index.md'];

/** Unknown fields are kept in the JSON so that the schema reports them. Throws `invalid_request`, naming the part. */
export function formRequest(parts: readonly FormPart[]): FormRequest {
  const fields = new Map<string, string>();
  const files = new Map<string, FormPart>();
  for (const part of parts) {
    if (part.filename === undefined) addField(fields, part);
    else addFile(files, part, part.filename);
  }
  const entries = new Map([...fields].map(([name, text]) => [name, toJson(name, text)]));
  const { format, text: document } = takeDocument(files);
  entries.set(format, JSON.stringify(document));
  const config = toConfig(
    entries.get('config'),
    takeHeaderFooter(files, 'header'),
    takeHeaderFooter(files, 'footer'),
  );
  if (config !== undefined) entries.set('config', config);
  // A document that links its styles determines their place itself, like in a browser.
  const styles = document.includes('styles.css') ? undefined : files.get('styles.css');
  const text = [...entries].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',');
  return {
    text: `{${text}}`,
    styles: styles && decodeText(styles, 'styles.css'),
    assets: files,
  };
}

function addField(fields: Map<string, string>, part: FormPart): void {
  const { name } = part;
  if (name === 'html') throw invalid(name, 'Send the HTML as a file, document.html, not as a field.');
  if (name === 'markdown') {
    throw invalid(name, 'Send the Markdown as a file, document.md, not as a field.');
  }
  if (fields.has(name)) throw invalid(name, `The field ${shown(name)} occurs twice.`);
  fields.set(name, decodeText(part, name));
}

function addFile(files: Map<string, FormPart>, part: FormPart, path: string): void {
  const { name } = part;
  if ([...jsonFields, ...textFields].includes(name)) {
    const message = `${shown(name)} must be a field, not a file; with curl: -F "${name}=<${path.slice(0, 200) || 'file'}".`;
    throw invalid(name, message);
  }
  const fault = assertTemplatePath(path);
  const place = path || name;
  if (fault !== undefined) throw invalid(place, `The file name ${shown(path)} cannot be used: ${fault}.`);
  if (files.has(path)) throw invalid(place, `The file ${shown(path)} occurs twice.`);
  const isNamed =
    [...documents, 'header.html', 'footer.html'].includes(path) || parsePageFile(path) !== undefined;
  if (!isNamed && findContentType(path) === undefined) {
    const message = `The file ${shown(path)} cannot be used: a document uses styles, scripts, images and fonts. Its HTML is document.html, header.html, footer.html, and for some pages header-first.html and the like.`;
    throw invalid(place, message);
  }
  files.set(path, part);
}

function toJson(name: string, text: string): string {
  if (numberFields.includes(name))
    return /^-?\d{1,15}$/.test(text) ? String(Number(text)) : JSON.stringify(text);
  if (!jsonFields.includes(name)) return JSON.stringify(text);
  try {
    parseJson(text, { maxValues: maxJsonValues });
    return text;
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      throw invalid(name, `The ${name} field is not valid JSON: ${error.message}.`);
    }
    if (error instanceof TooManyJsonValuesError) {
      const limit = maxJsonValues.toLocaleString('en');
      throw invalid(
        name,
        `The ${name} field must have at most ${limit} JSON values: object keys and array elements.`,
      );
    }
    throw error;
  }
}

function takeDocument(files: Map<string, FormPart>): { format: TextFormat; text: string } {
  const [name, other] = documents.filter((each) => files.has(each));
  const part = name === undefined ? undefined : files.get(name);
  if (name === undefined || !part) {
    const message =
      'There is no document.html: send the HTML as a file with this name, or as index.html; Markdown as document.md.';
    throw invalid('document.html', message);
  }
  if (other !== undefined) {
    throw invalid(other, `There are both ${name} and ${other}: send one of them.`);
  }
  files.delete(name);
  const format = textFormatOf(name);
  const text = decodeHtml(part.content);
  if (text.trim() === '') {
    throw invalid(name, `${name} is empty: there is no ${format === 'html' ? 'HTML' : 'Markdown'} to print.`);
  }
  return { format, text };
}

function takeText(files: Map<string, FormPart>, path: string): string | undefined {
  const part = files.get(path);
  files.delete(path);
  return part && decodeText(part, path);
}

/** `header.html`, and `header-first.html` and the like for some pages only. */
function takeHeaderFooter(
  files: Map<string, FormPart>,
  kind: 'header' | 'footer',
): HeaderFooterSetting | undefined {
  const special = new Map<string, string>();
  for (const path of [...files.keys()]) {
    const file = parsePageFile(path);
    const text = file?.kind === kind ? takeText(files, path) : undefined;
    if (file && text !== undefined) special.set(file.page, text);
  }
  return headerFooterSetting(takeText(files, `${kind}.html`), special);
}

function toConfig(
  json = '{}',
  header: HeaderFooterSetting | undefined,
  footer: HeaderFooterSetting | undefined,
): string | undefined {
  if (header === undefined && footer === undefined) return undefined;
  const sent: unknown = JSON.parse(json);
  // The schema reports its faults.
  if (!isJsonObject(sent)) return json;
  const config: Record<string, unknown> = { ...sent };
  for (const [name, text] of Object.entries({ header, footer })) {
    if (text === undefined) continue;
    if (config[name] !== undefined) {
      throw invalid(`${name}.html`, `The ${name} is in ${name}.html and also in config: send one of them.`);
    }
    config[name] = text;
  }
  return JSON.stringify(config);
}

function decodeText({ content }: FormPart, place: string): string {
  const text = decodeUtf8(content);
  if (text !== undefined) return text;
  throw invalid(place, `${shown(place)} is not UTF-8 text.`);
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 200));

function invalid(place: string, message: string): Failure {
  if (place === '') return invalidBody('has a part whose name is empty.');
  return new Failure('invalid_request', message, { errors: { [place.slice(0, 200)]: [message] } });
}
