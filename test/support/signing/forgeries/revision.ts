/** Writes a revision of a file byte by byte, right or wrong as the caller wants it. */
import { digits, streamObject } from '../../pdf/build-pdf.ts';

export type Objects = Readonly<Record<number, string>>;

export interface Row {
  readonly number: number;
  readonly offset?: number;
  readonly generation?: number;
  readonly free?: boolean;
  /** In this object stream, as the object with this index. */
  readonly packed?: readonly [stream: number, index: number];
  /** The type in the row of a stream. */
  readonly type?: number;
}

export interface ListOptions {
  /** Rows behind those of the objects, also of the same numbers. */
  readonly more?: readonly Row[] | undefined;
  /** Rows before them. */
  readonly before?: readonly Row[] | undefined;
  /** Objects that are not listed. */
  readonly without?: readonly number[] | undefined;
  readonly size?: number | undefined;
  /** Where `startxref` leads. By default to this section; null leaves it out. */
  readonly startXref?: number | null | undefined;
}

export class Revision {
  #parts: Buffer[];
  #length: number;
  readonly #offsets = new Map<number, number>();
  /** Of the next section. */
  #rows: Row[] = [];

  constructor(before: Buffer) {
    this.#parts = [before];
    this.#length = before.length;
  }

  get length(): number {
    return this.#length;
  }

  bytes(): Buffer {
    this.#parts = [Buffer.concat(this.#parts)];
    return this.#parts[0] ?? Buffer.alloc(0);
  }

  text(text: string): this {
    const bytes = Buffer.from(text, 'latin1');
    this.#parts.push(bytes);
    this.#length += bytes.length;
    return this;
  }

  /** Adds an object and lists it in the next section. */
  object(number: number, body: string, generation = 0): this {
    this.#rows.push({ number, offset: this.#length, generation });
    this.#offsets.set(number, this.#length);
    return this.orphan(number, body, generation);
  }

  /** Adds an object that no section lists. */
  orphan(number: number, body: string, generation = 0): this {
    return this.text(`${number} ${generation} obj\n${body}\nendobj\n`);
  }

  /** Lists an object that is elsewhere. */
  list(number: number, offset: number, generation = 0): this {
    this.#rows.push({ number, offset, generation });
    return this;
  }

  row(row: Row): this {
    this.#rows.push(row);
    return this;
  }

  offsetOf(number: number): number {
    return this.#offsets.get(number) ?? 0;
  }

  /** Adds an object stream. `isListed`: whether the next section lists what is in it. */
  pack(
    stream: number,
    objects: Objects | readonly (readonly [number, string])[],
    dict = '',
    isListed = true,
  ): this {
    const entries = Array.isArray(objects)
      ? (objects as readonly (readonly [number, string])[])
      : Object.entries(objects).map(([number, body]) => [Number(number), body] as const);
    let offset = 0;
    const list: string[] = [];
    for (const [number, body] of entries) {
      list.push(`${number} ${offset}`);
      offset += body.length + 1;
    }
    const index = `${list.join(' ')} `;
    const data = index + entries.map(([, body]) => `${body} `).join('');
    this.object(stream, streamObject(`/Type/ObjStm/N ${entries.length}/First ${index.length}${dict}`, data));
    if (isListed) for (const [i, [number]] of entries.entries()) this.row({ number, packed: [stream, i] });
    return this;
  }

  /** Ends with a table. */
  table(trailer: string, options: ListOptions = {}): this {
    const rows = this.#rowsOf(options).filter(({ packed }) => !packed);
    const start = this.#length;
    this.text('xref\n');
    if (rows.length === 0) this.text('0 0\n');
    for (const section of consecutive(rows)) {
      this.text(`${section[0]?.number} ${section.length}\n`);
      for (const { offset = 0, generation = 0, free } of section) {
        this.text(`${digits(offset)} ${String(generation).padStart(5, '0')} ${free ? 'f' : 'n'} \n`);
      }
    }
    const size = options.size ?? this.#size();
    return this.text(`trailer\n<</Size ${size}${trailer}>>\n`).#end(start, options);
  }

  /** Ends with a stream, which has this number. */
  stream(number: number, trailer: string, options: ListOptions = {}): this {
    const start = this.#length;
    this.addStream(number, trailer, undefined, options);
    return this.#end(start, options);
  }

  /** Adds a stream that lists all objects or these, and returns where it is. */
  addStream(
    number: number,
    trailer: string,
    only: readonly number[] | undefined,
    options: ListOptions = {},
  ): number {
    const start = this.#length;
    const own: Row = { number, offset: start };
    const rows = [
      ...this.#rowsOf(options).filter((row) => only?.includes(row.number) ?? true),
      ...(only ? [] : [own]),
    ];
    const data = rows.map((row) => {
      const { offset = 0, generation = 0, free, packed, type = free ? 0 : packed ? 2 : 1 } = row;
      const [second, third] = packed ?? [offset, generation];
      return String.fromCharCode(
        type,
        second >> 16,
        (second >> 8) & 255,
        second & 255,
        third >> 8,
        third & 255,
      );
    });
    const index = rows.map((row) => `${row.number} 1`).join(' ');
    const size = options.size ?? Math.max(this.#size(), number + 1);
    const dict = `/Type/XRef/W[1 3 2]/Index[${index}]/Size ${size}${trailer}`;
    this.orphan(number, streamObject(dict, data.join('')));
    return start;
  }

  #rowsOf({ more = [], before = [], without = [] }: ListOptions): Row[] {
    return [...before, ...this.#rows.filter(({ number }) => !without.includes(number)), ...more];
  }

  #size(): number {
    return Math.max(0, ...this.#rows.map(({ number }) => number)) + 1;
  }

  #end(start: number, { startXref = start }: ListOptions): this {
    this.#rows = [];
    return startXref === null ? this : this.text(`startxref\n${startXref}\n%%EOF\n`);
  }
}

/** Rows as subsections of a table, in which each number is one more than the one before. */
function consecutive(rows: readonly Row[]): readonly (readonly Row[])[] {
  const sections: Row[][] = [];
  for (const row of rows) {
    const last = sections.at(-1);
    if (last && last.at(-1)?.number === row.number - 1) last.push(row);
    else sections.push([row]);
  }
  return sections;
}
