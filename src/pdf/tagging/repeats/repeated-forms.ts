/**
 * Forms that Chromium draws twice: a mask is what is outside of it and what shows through it. Tagged content is drawn only
 * once (ISO 14289-1, 7.20), so that every further time draws a copy without tags, which is an artifact.
 */
import { type PdfDict, PdfName, type PdfRef, PdfStream, type PdfValue } from '../../object.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { IncrementalUpdate } from '../../writing/incremental-update.ts';
import { findMarkLines } from '../gaps.ts';
import { findTaggedForms, maxFormDepth } from '../tagged-forms.ts';

/** Copies of forms by the names that draw them. */
export type FormCopies = ReadonlyMap<string, UntaggedForm>;

/** A copy of a form, which becomes an object when it is written. */
export class UntaggedForm {
  /** Without its tags, and not compressed. */
  readonly content: string;
  /** `content`, compressed. */
  data: Uint8Array = new Uint8Array();
  readonly #dict: PdfDict;
  readonly #forms: FormCopies;
  readonly #file: PdfReader;
  #ref: PdfRef | undefined;

  constructor(file: PdfReader, { dict }: PdfStream, content: string, forms: FormCopies) {
    this.#file = file;
    this.#dict = dict;
    this.#forms = forms;
    this.content = content;
  }

  /** Returns the same reference each time. */
  write(update: IncrementalUpdate): PdfRef {
    if (!this.#ref) {
      const dict = withForms(this.#file, this.#dict, this.#forms, update);
      dict.set('Filter', new PdfName('FlateDecode'));
      for (const key of ['DecodeParms', 'StructParents']) dict.delete(key);
      this.#ref = update.add(new PdfStream(dict, this.data));
    }
    return this.#ref;
  }
}

/** Returns the dictionary of a form or a page with these copies among its resources. */
export function withForms(
  file: PdfReader,
  dict: PdfDict,
  copies: FormCopies,
  update: IncrementalUpdate,
): PdfDict {
  if (copies.size === 0) return new Map(dict);
  const resources: PdfDict = new Map(file.dict(dict, 'Resources'));
  const forms: PdfDict = new Map(file.dict(resources, 'XObject'));
  for (const [name, copy] of copies) forms.set(name, copy.write(update));
  return new Map(dict).set('Resources', resources.set('XObject', forms));
}

/** The content of a page or form in which forms have other names, and the copies that these stand for. */
export interface RenamedContent {
  readonly content: string;
  readonly copies: FormCopies;
}

/** An operator at the end of its line, as Chromium writes it. */
const drawing = /^\/(\S+) Do$/gm;

export class RepeatedForms {
  readonly #file: PdfReader;
  readonly #drawn = new Set<PdfStream>();
  readonly #copies = new Map<PdfStream, UntaggedForm>();

  constructor(file: PdfReader) {
    this.#file = file;
  }

  /** All copies, each after those that it draws. */
  get copies(): Iterable<UntaggedForm> {
    return this.#copies.values();
  }

  /**
   * Renames in the content of a page or form those of the forms `tagged` that have been drawn before. Throws `malformed`,
   * `too_large`.
   */
  rename(content: string, tagged: ReadonlyMap<string, PdfValue>): RenamedContent {
    const copies = new Map<string, UntaggedForm>();
    const renamed = content.replace(drawing, (line, name: string) => {
      const form = this.#file.resolve(tagged.get(name));
      if (!(form instanceof PdfStream)) return line;
      if (!this.#drawn.has(form)) {
        this.#drawn.add(form);
        return line;
      }
      // Chromium's names are a letter and a number.
      const other = `${name}-untagged`;
      copies.set(other, this.#copyOf(form, 0));
      return `/${other} Do`;
    });
    return { content: renamed, copies };
  }

  #copyOf(form: PdfStream, depth: number): UntaggedForm {
    const known = this.#copies.get(form);
    if (known) return known;
    const file = this.#file;
    const inner = new Map<string, UntaggedForm>();
    const resources = file.dict(form.dict, 'Resources');
    const forms = resources && file.dict(resources, 'XObject');
    if (forms && depth < maxFormDepth) {
      for (const [name, value] of findTaggedForms(file, forms)) {
        const each = file.resolve(value);
        if (each instanceof PdfStream) inner.set(name, this.#copyOf(each, depth + 1));
      }
    }
    const content = Buffer.from(file.decode(form)).toString('latin1');
    const copy = new UntaggedForm(file, form, withoutTags(content), inner);
    this.#copies.set(form, copy);
    return copy;
  }
}

/** Takes out the lines that begin and end elements. Those within text stay: they say what glyphs mean. */
function withoutTags(content: string): string {
  let text = '';
  let at = 0;
  for (const { start, end } of findMarkLines(content)) {
    text += content.slice(at, start);
    at = end;
  }
  return text + content.slice(at);
}
