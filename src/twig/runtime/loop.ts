import type { Frame } from './runtime.ts';
import { Thing, type Value } from './values/value.ts';

/** The names that `LoopState.part` knows. */
export const loopParts = [
  'index',
  'index0',
  'first',
  'last',
  'length',
  'revindex',
  'revindex0',
  'parent',
] as const;

/** The `loop` variable. One object serves the whole loop; `index0` advances with each iteration. */
export class LoopState extends Thing {
  index0 = 0;
  /** Whether this is the last iteration, if that is known without the length. */
  isLast: boolean | null = null;
  readonly #counted: { readonly size: number };
  readonly #parent: LoopParent;

  /** `size` is read when the template asks for it. */
  constructor(counted: { readonly size: number }, parent: LoopParent) {
    super();
    this.#counted = counted;
    this.#parent = parent;
  }

  get #length(): number {
    return this.#counted.size;
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
        return this.isLast ?? this.index0 === this.#length - 1;
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
