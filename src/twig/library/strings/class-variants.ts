import type { Runtime } from '../../runtime/runtime.ts';
import { getEntries, getEntry, getValues, isArray, type Key, toKey } from '../../runtime/values/array.ts';
import { toText } from '../../runtime/values/text.ts';
import { Thing, type Value } from '../../runtime/values/value.ts';

/** The result of `html_cva`: the classes of a component by its variants. */
export class ClassVariants extends Thing {
  readonly #runtime: Runtime;
  readonly #base: Value;
  readonly #variants: Value;
  readonly #compounds: Value;
  readonly #defaults: Value;

  constructor(runtime: Runtime, base: Value, variants: Value, compounds: Value, defaults: Value) {
    super();
    this.#runtime = runtime;
    this.#base = base;
    this.#variants = variants;
    this.#compounds = compounds;
    this.#defaults = defaults;
  }

  part(name: string, args: readonly Value[] | null): Value | undefined {
    if (name !== 'apply') return undefined;
    const [recipes, ...more] = args ?? [];
    return this.#apply(recipes, more);
  }

  #apply(recipes: Value, more: readonly Value[]): string {
    const classes = [classText(this.#base)];
    const chosen = new Map<Key, Key>();
    for (const [name, value] of getEntries(recipes)) if (value !== null) chosen.set(name, variantKey(value));
    for (const [name, value] of chosen) classes.push(this.#getClass(name, value));
    for (const compound of getValues(this.#compounds)) {
      const matches = getEntries(compound).every(([name, wanted]) => {
        if (name === 'class') return true;
        const values = isArray(wanted) ? getValues(wanted) : [wanted];
        return values.some((each) => chosen.get(name) === variantKey(each));
      });
      this.#runtime.tick(10);
      if (matches) classes.push(classText(getEntry(compound, 'class')));
    }
    for (const [name, value] of getEntries(this.#defaults)) {
      if (!chosen.has(name)) classes.push(this.#getClass(name, variantKey(value)));
    }
    const all = [...classes, ...more.map(classText)].flatMap((each) => each.split(/\s+/));
    return this.#runtime.built([...new Set(all.filter((each) => each !== ''))].join(' '));
  }

  #getClass(name: Key, value: Key): string {
    return classText(getEntry(getEntry(this.#variants, name), value));
  }
}

/** Booleans become the keys `true` and `false`, since variants may have these names. */
const variantKey = (value: Value): Key => (typeof value === 'boolean' ? String(value) : (toKey(value) ?? ''));

const classText = (value: Value): string =>
  isArray(value) ? getValues(value).map(toText).join(' ') : toText(value);
