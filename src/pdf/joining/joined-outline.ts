/** The outline: the entries of all parts. An entry of a part that leads to pages of another one is that of the part before it. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { isDict, type PdfDict, PdfName, PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { PdfWriter } from '../writing/writer.ts';

interface Entry {
  readonly title: string | undefined;
  /** Undefined for one whose page is in another part. */
  readonly text: string | undefined;
  readonly isOpen: boolean;
  readonly below: Entry[];
}

const maxDepth = 100;
/** The joined outline has its own. */
const links = ['Parent', 'Prev', 'Next', 'First', 'Last', 'Count'];

export class JoinedOutline {
  readonly #writer: PdfWriter;
  readonly #entries: Entry[] = [];

  constructor(writer: PdfWriter) {
    this.#writer = writer;
  }

  add(file: PdfReader, copier: ObjectCopier): void {
    const root = file.dict(file.catalog, 'Outlines');
    if (root) join(this.#entries, this.#read(file, copier, root));
  }

  finish(catalog: PdfDict): void {
    if (this.#entries.length === 0) return;
    const root = this.#writer.reserve();
    const { first, last, visible } = this.#write(this.#entries, root);
    this.#writer.write(
      root,
      new Map<string, PdfValue>([
        ['Type', new PdfName('Outlines')],
        ['First', first],
        ['Last', last],
        ['Count', visible],
      ]),
    );
    catalog.set('Outlines', root);
  }

  #read(file: PdfReader, copier: ObjectCopier, parent: PdfDict, depth = 0): Entry[] {
    const found: Entry[] = [];
    const seen = new Set<PdfValue>();
    let next = parent.get('First');
    while (next instanceof PdfRef && depth < maxDepth && !seen.has(next)) {
      seen.add(next);
      const dict = file.resolve(next);
      if (!isDict(dict)) break;
      const own: PdfDict = new Map(dict);
      for (const key of links) own.delete(key);
      const leads = own.has('Dest') || own.has('A');
      found.push({
        title: file.string(dict, 'Title')?.bytes,
        text: leads ? this.#writer.text(own, copier.translation) : undefined,
        isOpen: (file.number(dict, 'Count') ?? 0) > 0,
        below: this.#read(file, copier, dict, depth + 1),
      });
      next = dict.get('Next');
    }
    return found;
  }

  #write(entries: readonly Entry[], parent: PdfRef): { first: PdfRef; last: PdfRef; visible: number } {
    const refs = entries.map(() => this.#writer.reserve());
    let visible = entries.length;
    for (const [i, { text = '<<>>', isOpen, below }] of entries.entries()) {
      const ref = refs[i] as PdfRef;
      const added: PdfDict = new Map<string, PdfValue>([['Parent', parent]]);
      const previous = refs[i - 1];
      const next = refs[i + 1];
      if (previous) added.set('Prev', previous);
      if (next) added.set('Next', next);
      if (below.length > 0) {
        const inside = this.#write(below, ref);
        added.set('First', inside.first).set('Last', inside.last);
        added.set('Count', isOpen ? inside.visible : -inside.visible);
        if (isOpen) visible += inside.visible;
      }
      const own = this.#writer.text(added, { reference: () => null });
      this.#writer.writeText(ref, `${text.replace(/>>\s*$/, '')} ${own.replace(/^<</, '')}`);
    }
    return { first: refs[0] as PdfRef, last: refs.at(-1) as PdfRef, visible };
  }
}

function join(entries: Entry[], added: readonly Entry[]): void {
  for (const entry of added) {
    const own = entry.text === undefined ? entries.findLast(({ title }) => title === entry.title) : undefined;
    if (own) join(own.below, entry.below);
    else entries.push(entry);
  }
}
