/** The objects in the object streams of updates, each of which must be readable in one way (ISO 32000-2, 7.5.7). */
import { getName, isNamed, PdfStream } from '../../object.ts';
import { ObjectParser, type ObjectParserHost } from '../../reading/object-parser.ts';
import type { PdfReader } from '../../reading/reader.ts';
import { Ambiguity } from './ambiguity.ts';
import type { Updates } from './scan-updates.ts';

export class PackedNumbers {
  readonly #file: PdfReader;
  readonly #plain: ObjectParserHost;
  readonly #streams = new Map<number, PdfStream>();
  readonly #numbers = new Map<number, readonly number[]>();

  /** Throws `Ambiguity` for two streams of one number. */
  constructor(file: PdfReader, { objects }: Updates, plain: ObjectParserHost) {
    this.#file = file;
    this.#plain = plain;
    for (const { number, value } of objects) {
      if (!(value instanceof PdfStream) || !isNamed(value.dict.get('Type'), 'ObjStm')) continue;
      if (this.#streams.has(number)) throw new Ambiguity(`object stream ${number} is there twice`);
      this.#streams.set(number, value);
    }
  }

  /** Whether an update has an object stream of this number. */
  has(stream: number): boolean {
    return this.#streams.has(stream);
  }

  /** In their order. None if no update has the stream. Throws `Ambiguity`, `malformed`, `unsupported`, `too_large`. */
  numbersIn(number: number): readonly number[] {
    let numbers = this.#numbers.get(number);
    if (!numbers) {
      const stream = this.#streams.get(number);
      numbers = stream ? this.#read(number, stream) : [];
      this.#numbers.set(number, numbers);
    }
    return numbers;
  }

  #read(number: number, { dict }: PdfStream): number[] {
    const file = this.#file;
    const stream = file.resolve(file.ref(number, 0));
    const isUsual = ['FlateDecode', undefined].includes(getName(dict.get('Filter')));
    if (!(stream instanceof PdfStream) || !isUsual) throw new Ambiguity(`object stream ${number} is unusual`);
    const data = Buffer.from(file.decode(stream));
    const [count = 0, first = 0] = [file.number(dict, 'N'), file.number(dict, 'First')];
    const list = new ObjectParser(data, 0, this.#plain);
    const places: { readonly number: number; readonly start: number }[] = [];
    for (let i = 0; i < count; i++) places.push({ number: list.integer(), start: first + list.integer() });
    const numbers = places.map((place) => place.number);
    if (list.position > first || new Set(numbers).size < count) throw twoWays(number);
    // Some readers go from each object to the next without a look at its place.
    let end = list.position;
    for (const { start } of places) {
      if (start < end || !/^\s*$/.test(data.toString('latin1', end, start))) throw twoWays(number);
      const parser = new ObjectParser(data, start, this.#plain);
      parser.value();
      end = parser.position;
    }
    return numbers;
  }
}

const twoWays = (number: number): Ambiguity =>
  new Ambiguity(`object stream ${number} can be read in two ways`);
