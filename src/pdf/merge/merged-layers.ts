/** Layers (optional content, ISO 32000-2, 8.11). All groups of all documents keep their visibility. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { isNamed, type PdfDict, PdfRef, PdfString, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { PdfWriter } from '../writing/writer.ts';
import type { MergedPart, SourceDocument } from './source-document.ts';

/** Lists of a configuration that can be concatenated. */
const lists = ['ON', 'OFF', 'Order', 'Locked', 'RBGroups', 'AS'];

/** Settings that apply to all groups. The first document's value is used. */
const settings = ['Name', 'Creator', 'ListMode'];

export class MergedLayers implements MergedPart {
  readonly #writer: PdfWriter;
  readonly #groups: PdfValue[] = [];
  readonly #alternatives: PdfValue[] = [];
  readonly #lists = new Map<string, PdfValue[]>();
  readonly #settings: PdfDict = new Map();

  constructor(writer: PdfWriter) {
    this.#writer = writer;
  }

  add({ file }: Pick<SourceDocument, 'file'>, copier: ObjectCopier): void {
    const properties = file.dict(file.catalog, 'OCProperties');
    if (!properties) return;
    const groups = file.array(properties, 'OCGs') ?? [];
    for (const group of groups) this.#groups.push(copier.object(group));
    for (const configuration of file.array(properties, 'Configs') ?? []) {
      this.#alternatives.push(copier.object(configuration));
    }
    const shown = file.dict(properties, 'D') ?? new Map();
    for (const group of hiddenByDefault(file, shown, groups)) this.#join('OFF', copier.object(group));
    for (const key of lists) {
      for (const item of file.array(shown, key) ?? []) {
        // Strings in `/Order` label what follows. Nested lists are the groups below.
        this.#join(key, item instanceof PdfRef ? copier.reference(item) : plainOrCopied(item, copier));
      }
    }
    for (const key of settings) {
      const value = file.get(shown, key);
      if (value !== null && typeof value !== 'object' && !this.#settings.has(key))
        this.#settings.set(key, value);
      if (value instanceof PdfString && !this.#settings.has(key)) this.#settings.set(key, value);
    }
  }

  finish(catalog: PdfDict): void {
    if (this.#groups.length === 0) return;
    const shown: PdfDict = new Map<string, PdfValue>([...this.#settings, ...this.#lists]);
    const properties: PdfDict = new Map<string, PdfValue>([
      ['OCGs', this.#groups],
      ['D', shown],
    ]);
    if (this.#alternatives.length > 0) properties.set('Configs', this.#alternatives);
    catalog.set('OCProperties', this.#writer.add(properties));
  }

  #join(key: string, item: PdfValue): void {
    const list = this.#lists.get(key) ?? [];
    list.push(item);
    this.#lists.set(key, list);
  }
}

/** A document may hide all groups except those it lists. The merged file shows all groups except listed ones. */
function hiddenByDefault(file: PdfReader, shown: PdfDict, groups: readonly PdfValue[]): PdfValue[] {
  if (!isNamed(file.get(shown, 'BaseState'), 'OFF')) return [];
  const on = new Set(file.array(shown, 'ON') ?? []);
  const off = new Set(file.array(shown, 'OFF') ?? []);
  return groups.filter((group) => !on.has(group) && !off.has(group));
}

function plainOrCopied(item: PdfValue, copier: ObjectCopier): PdfValue {
  return item instanceof PdfString ? item : copier.copy(item);
}
