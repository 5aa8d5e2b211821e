/**
 * The fields and files of a form, read with Gotenberg's rules: an empty field counts as missing, faults are collected in the
 * order in which fields are read, and worded as Gotenberg words them, because clients compare these texts.
 */
import { GotenbergError } from '../answer.ts';
import { compareNames } from './compare-names.ts';
import {
  parseBoolean,
  parseGoDuration,
  parseInches,
  parseInteger,
  parseNumber,
  ValueFault,
} from './go-values.ts';

/** A file that was sent, or downloaded for the form. */
export interface FormFile {
  /** Without folders and control characters; unique in its form. */
  readonly name: string;
  /** The form field that it was sent in, such as `files` or `embeds`. */
  readonly field: string;
  readonly bytes: Uint8Array;
}

/** Files of these fields are no input of a conversion. */
const specialFields = ['embeds', 'watermark', 'stamp', 'facturxXml'] as const;

export class GotenbergForm {
  readonly #values: ReadonlyMap<string, readonly string[]>;
  /** A later file counts in place of an earlier one with its name, unless they are for different uses. */
  readonly #files: ReadonlyMap<string, FormFile>;
  readonly #faults: string[] = [];

  constructor(values: ReadonlyMap<string, readonly string[]>, files: Iterable<FormFile>) {
    this.#values = values;
    this.#files = new Map([...files].map((file) => [keyOf(file.name, file.field), file]));
  }

  /** The field, or `standard` if it is missing or empty. */
  text(name: string, standard = ''): string {
    return this.#read(name, standard, (text) => text);
  }

  requiredText(name: string): string {
    return this.#require(name, '', (text) => text);
  }

  flag(name: string, standard: boolean): boolean {
    return this.#read(name, standard, parseBoolean);
  }

  requiredFlag(name: string): boolean {
    return this.#require(name, false, parseBoolean);
  }

  integer(name: string, standard: number): number {
    return this.#read(name, standard, parseInteger);
  }

  requiredInteger(name: string): number {
    return this.#require(name, 0, parseInteger);
  }

  number(name: string, standard: number): number {
    return this.#read(name, standard, parseNumber);
  }

  /** A length in inches, or with one of the units pt, px, in, mm, cm, pc. */
  inches(name: string, standard: number): number {
    return this.#read(name, standard, parseInches);
  }

  /** In milliseconds. */
  duration(name: string, standard: number): number {
    return this.#read(name, standard, parseGoDuration);
  }

  /** `parse` gets an empty text for a missing field, and throws `ValueFault`. Returns `standard` for a wrong one. */
  custom<Value>(name: string, standard: Value, parse: (text: string) => Value): Value {
    return this.#parse(name, this.#values.get(name)?.[0] ?? '', standard, parse);
  }

  requiredCustom<Value>(name: string, standard: Value, parse: (text: string) => Value): Value {
    return this.#require(name, standard, parse);
  }

  /** Every value of a field that may occur more than once, in the order in which they were sent. */
  texts(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  /** The case of the extension does not matter. */
  file(name: string): FormFile | undefined {
    return (
      this.#files.get(keyOf(name)) ?? [...this.#files.values()].find((file) => lowered(file.name) === name)
    );
  }

  requiredFile(name: string): FormFile | undefined {
    const file = this.file(name);
    if (!file) this.fail(`form file '${name}' is required`);
    return file;
  }

  allFiles(): readonly FormFile[] {
    return [...this.#files.values()];
  }

  /**
   * The files with these extensions, such as `.pdf`, sorted by name, where numbers count as numbers. Without those that are
   * embedded, or used as watermark, stamp or invoice.
   */
  filesWith(extensions: readonly string[]): readonly FormFile[] {
    return [...this.#files.values()]
      .filter(({ field }) => !(specialFields as readonly string[]).includes(field))
      .filter(({ name }) => extensions.includes(fileExtension(name).toLowerCase()))
      .sort((a, b) => compareNames(a.name, b.name));
  }

  requiredFilesWith(extensions: readonly string[]): readonly FormFile[] {
    const files = this.filesWith(extensions);
    if (files.length === 0) this.fail(`no form file found for extensions: [${extensions.join(' ')}]`);
    return files;
  }

  /** The files of a field, in the order in which they were sent. */
  filesOf(field: (typeof specialFields)[number]): readonly FormFile[] {
    return [...this.#files.values()].filter((file) => file.field === field);
  }

  /** Adds a fault. */
  fail(message: string): void {
    this.#faults.push(message);
  }

  /** After a fault, Gotenberg no longer reads fields that may occur more than once. */
  get hasFaults(): boolean {
    return this.#faults.length > 0;
  }

  /** Throws `GotenbergError` with all faults, a line each. */
  validate(): void {
    if (this.#faults.length > 0)
      throw new GotenbergError(400, `Invalid form data: ${this.#faults.join('\n')}`);
  }

  #read<Value>(name: string, standard: Value, parse: (text: string) => Value): Value {
    const text = this.#values.get(name)?.[0] ?? '';
    return text === '' ? standard : this.#parse(name, text, standard, parse);
  }

  #require<Value>(name: string, standard: Value, parse: (text: string) => Value): Value {
    const text = this.#values.get(name)?.[0] ?? '';
    if (text !== '') return this.#parse(name, text, standard, parse);
    this.fail(`form field '${name}' is required`);
    return standard;
  }

  #parse<Value>(name: string, text: string, standard: Value, parse: (text: string) => Value): Value {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof ValueFault)) throw error;
      this.fail(`form field '${name}' is invalid (got '${text}', resulting to ${error.message})`);
      return standard;
    }
  }
}

/** Files of a special field are apart from those with their names that are converted. */
const keyOf = (name: string, field = ''): string =>
  `${(specialFields as readonly string[]).includes(field) ? field : ''}/${name}`;

/** With its dot, or empty. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot);
}

function lowered(name: string): string {
  const extension = fileExtension(name);
  return name.slice(0, name.length - extension.length) + extension.toLowerCase();
}
