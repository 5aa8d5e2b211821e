/**
 * Destinations of links, which keep their meaning within each document. Old dictionaries of named destinations become
 * name trees.
 */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { nameTreeEntries, sortedByName } from '../document/name-tree.ts';
import { UniqueNames } from '../document/unique-names.ts';
import { isNamed, type PdfDict, PdfName, type PdfRef, PdfString, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { type KeyRule, needsDict } from '../writing/key-rules.ts';
import { writeTree } from '../writing/write-tree.ts';
import type { PdfWriter } from '../writing/writer.ts';
import type { MergedPart, SourceDocument } from './source-document.ts';

export class MergedDestinations implements MergedPart {
  readonly #writer: PdfWriter;
  readonly #unique = new UniqueNames();
  readonly #destinations: [name: string, destination: PdfRef][] = [];
  /** Entries of the document that is being added. */
  #entries: { name: string; value: PdfValue }[] = [];

  constructor(writer: PdfWriter) {
    this.#writer = writer;
  }

  prepare({ file }: SourceDocument): [key: string, rule: KeyRule][] {
    // Names and strings are separate namespaces within a document (ISO 32000-2, 12.3.2.4).
    const names = new Map<string, string>();
    const strings = new Map<string, string>();
    this.#entries = [];
    const enter = (renamed: Map<string, string>, name: string, value: PdfValue) => {
      if (renamed.has(name)) return;
      const unique = this.#unique.claim(name);
      renamed.set(name, unique);
      this.#entries.push({ name: unique, value });
    };
    for (const [name, value] of file.dict(file.catalog, 'Dests') ?? []) enter(names, name, value);
    const tree = file.dict(file.catalog, 'Names')?.get('Dests');
    for (const [name, value] of nameTreeEntries(file, tree)) enter(strings, name, value);

    const renamed = (name: string, table: Map<string, string>) => {
      let unique = table.get(name);
      if (unique === undefined) {
        // A dangling destination must not start to lead into another document.
        unique = this.#unique.claim(name);
        table.set(name, unique);
      }
      return new PdfString(unique);
    };
    const rename = (value: PdfValue) => {
      const destination = file.resolve(value);
      if (destination instanceof PdfString) return renamed(destination.bytes, strings);
      return destination instanceof PdfName ? renamed(destination.value, names) : undefined;
    };
    // Links, outline entries and the actions of both have destinations.
    return [
      ...wholeAddresses(file),
      ['Dest', rename],
      [
        'D',
        (value, dict) => {
          if (Array.isArray(value)) return undefined;
          if (!dict) return needsDict;
          return isNamed(file.get(dict, 'S'), 'GoTo') ? rename(value) : undefined;
        },
      ],
    ];
  }

  add(_: SourceDocument, copier: ObjectCopier): void {
    for (const { name, value } of this.#entries) {
      const copied = copier.object(value);
      if (copied) this.#destinations.push([name, copied]);
    }
    this.#entries = [];
  }

  finish(catalog: PdfDict): void {
    if (this.#destinations.length === 0) return;
    const entries = sortedByName(this.#destinations).map(
      ([name, destination]) => [new PdfString(name), destination] as const,
    );
    const names = catalog.get('Names');
    if (names instanceof Map) names.set('Dests', writeTree(this.#writer, 'Names', entries));
  }
}

/**
 * Makes addresses that are relative to the document's base absolute (ISO 32000-2, 12.6.4.8). They would otherwise
 * lose their base or get that of another document.
 */
function wholeAddresses(file: PdfReader): [key: string, rule: KeyRule][] {
  const base = file.string(file.dict(file.catalog, 'URI') ?? new Map(), 'Base')?.bytes;
  if (base === undefined) return [];
  const whole: KeyRule = (value) => {
    const address = file.resolve(value);
    if (!(address instanceof PdfString) || !URL.canParse(address.bytes, base)) return undefined;
    return new PdfString(new URL(address.bytes, base).href);
  };
  return [['URI', whole]];
}
