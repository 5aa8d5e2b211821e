/**
 * Merges equal parts of drawings into one object: fonts, images, contents and other resources. They make up most of
 * the size of merged documents.
 */
import { createHash } from 'node:crypto';
import { SharedContents } from '../contents/shared-contents.ts';
import type { Page } from '../document/page-tree.ts';
import { UnitedFonts } from '../fonts/united-fonts.ts';
import { isDict, type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import { type KeyRule, needsDict } from '../writing/key-rules.ts';
import type { PdfWriter } from '../writing/writer.ts';
import type { ObjectCopier } from './object-copier.ts';

/** Types whose objects have an identity: equal ones stay separate, because references mean a particular one. */
const typesWithIdentity = new Set([
  'Annot',
  'Catalog',
  'OCG',
  'OCMD',
  'Page',
  'Pages',
  'Sig',
  'StructElem',
  'StructTreeRoot',
]);

/** Resources of forms, patterns and glyphs need 20 levels. Deeper objects are copied without comparison. */
const maxDepth = 100;

interface Shared {
  readonly byContent: Map<string, PdfRef>;
  readonly fonts: UnitedFonts;
  readonly contents: SharedContents | undefined;
}

export class SharedObjects {
  readonly #shared: Shared;

  /** `contents`: whether pages may have content in common. */
  constructor(writer: PdfWriter, { contents = true, embedsProcedures = false } = {}) {
    this.#shared = {
      byContent: new Map(),
      fonts: new UnitedFonts(writer, { embedsProcedures }),
      contents: contents ? new SharedContents(writer) : undefined,
    };
  }

  of(copier: ObjectCopier): SharingCopier {
    return new SharingCopier(copier, this.#shared);
  }

  /** Writes the objects that were held back until their content was complete. */
  write(): void {
    this.#shared.fonts.write();
    this.#shared.contents?.write();
  }
}

/**
 * Appearances are found when their annotations are copied. Reading all annotations beforehand to look for them would
 * take longer than the rest of the copy.
 */
export function appearanceRule(drawing: () => SharingCopier | undefined): [key: string, KeyRule] {
  let isInAppearance = false;
  return [
    'AP',
    (appearance, dict) => {
      if (!dict) return needsDict;
      // Appearances contain no appearances, but a hostile file can nest a thousand.
      if (isInAppearance) return undefined;
      isInAppearance = true;
      drawing()?.copy(appearance);
      isInAppearance = false;
      return undefined;
    },
  ];
}

/** Copies for one document, innermost objects first, so that equal ones are recognised. */
export class SharingCopier {
  readonly #copier: ObjectCopier;
  readonly #shared: Shared;
  readonly #entered = new Set<PdfValue>();

  constructor(copier: ObjectCopier, shared: Shared) {
    this.#copier = copier;
    this.#shared = shared;
  }

  /**
   * Copies everything that a page draws with: contents, resources and the appearances of annotations stored directly
   * in the page. Throws `malformed`, `too_large`.
   */
  copyDrawing({ dict, inherited }: Page): void {
    const { file } = this.#copier;
    if (!this.#shared.contents?.take(file, dict)) this.copy(dict.get('Contents'));
    this.copy(dict.get('Resources') ?? inherited.get('Resources'));
    const annotations = file.array(dict, 'Annots');
    if (!annotations || this.#entered.has(annotations)) return;
    this.#entered.add(annotations);
    for (const annotation of annotations) if (isDict(annotation)) this.copy(annotation.get('AP'));
  }

  /** Copies everything that the value refers to. The caller handles the value itself. */
  copy(value: PdfValue | undefined, level = 0): void {
    if (level > maxDepth) return;
    if (value instanceof PdfRef) this.#copyObject(value, level);
    if (!(Array.isArray(value) || isDict(value)) || this.#entered.has(value)) return;
    this.#entered.add(value);
    for (const item of value.values()) this.copy(item, level + 1);
  }

  #copyObject(source: PdfRef, level: number): void {
    const copier = this.#copier;
    if (copier.findTarget(source) !== undefined) return;
    if (this.#entered.has(source)) {
      // A cycle: an object inside it needs the number before the content is known.
      copier.map(source, copier.writer.reserve());
      return;
    }
    const value = copier.prepare(copier.file.resolve(source));
    const container = value instanceof PdfStream ? value.dict : value;
    if (isDict(container)) {
      if (hasIdentity(container)) return;
      const placed = this.#shared.fonts.place(copier.file, container);
      if (placed) {
        copier.map(source, placed);
        return;
      }
    } else if (!Array.isArray(container)) return;
    this.#entered.add(source);
    this.copy(container, level + 1);
    this.#write(source, value);
  }

  #write(source: PdfRef, value: PdfValue): void {
    const { writer, translation } = this.#copier;
    const stream = value instanceof PdfStream ? value : undefined;
    const text = stream ? writer.streamHead(stream, translation) : writer.text(value, translation);
    let target = this.#copier.findTarget(source);
    if (!target) {
      const hash = createHash('sha1').update(text, 'latin1');
      if (stream) hash.update('stream').update(stream.data);
      const content = hash.digest('base64');
      const equal = this.#shared.byContent.get(content);
      if (equal) {
        this.#copier.map(source, equal);
        return;
      }
      target = writer.reserve();
      this.#shared.byContent.set(content, target);
      this.#copier.map(source, target);
    }
    if (stream) writer.writeStream(target, text, stream.data);
    else writer.writeText(target, text);
  }
}

function hasIdentity(dict: PdfDict): boolean {
  if (dict.has('Parent')) return true;
  const type = dict.get('Type');
  return type instanceof PdfName && typesWithIdentity.has(type.value);
}
