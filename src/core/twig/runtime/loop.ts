import type { Frame } from './runtime.ts';
import { Thing, type Value } from './values/value.ts';

/** The `loop` variable. One object serves the whole loop; `index0` advances with each iteration. */
export class LoopState extends Thing {
  index0 = 0;
  readonly #length: number;
  readonly #parent: LoopParent;

  constructor(length: number, parent: LoopParent) {
    super();
    this.#length = length;
    this.#parent = parent;
  }

  part(name: string): Value | undefined {
    switch (name) {
      case 'index':
        return this.index0 + 1;
      case 'index0':
        return this.index0;
      case 'first':
        return this.index0 === 0;
      case 'last':
        return this.index0 === this.#length - 1;
      case 'length':
        return this.#length;
      case 'revindex':
        return this.#length - this.index0;
      case 'revindex0':
        return this.#length - this.index0 - 1;
      case 'parent':
        return this.#parent;
      default:
        return undefined;
    }
  }
}

/** `loop.parent`: the variables as they are outside the loop. */
export class LoopParent extends Thing {
  readonly #frame: Frame;
  readonly #hidden: ReadonlyMap<string, Value>;

  constructor(frame: Frame, hidden: ReadonlyMap<string, Value>) {
    super();
    this.#frame = frame;
    this.#hidden = hidden;
  }

  part(name: string): Value | undefined {
    return this.#hidden.has(name) ? this.#hidden.get(name) : this.#frame.vars.get(name);
  }
}
