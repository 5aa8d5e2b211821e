import { TwigFault } from '../../errors.ts';
import { getEntries, getSize, getValues, isArray, type Key, renumbered } from '../../runtime/values/array.ts';
import { numericString } from '../../runtime/values/number.ts';
import { toText, typeName } from '../../runtime/values/text.ts';
import { Thing, type Value } from '../../runtime/values/value.ts';
import { trim } from './trim.ts';

/** The result of `html_attr_type`: an attribute value that defines how it is merged and written. */
export abstract class AttributeValue extends Thing {
  protected readonly values: Value;

  constructor(values: Value) {
    super();
    this.values = values;
  }

  part(): undefined {
    return undefined;
  }

  /** Returns the text of the attribute, or null to omit the attribute. */
  abstract written(): string | null;

  protected abstract like(values: Value): AttributeValue;

  /**
   * Returns the value of `previous` followed by this one. Throws `TwigFault` if `previous` is neither a list or
   * mapping nor of this type.
   */
  mergedInto(previous: Value): AttributeValue {
    if (previous instanceof AttributeValue && previous.isLike(this)) {
      return this.like(joined(previous.values, this.values));
    }
    return this.like(joined(toList(previous), this.values));
  }

  /**
   * Returns this value followed by `next`, which is not of this type. Throws `TwigFault` if `next` is not a list or
   * mapping.
   */
  appendedFrom(next: Value): AttributeValue {
    return this.like(joined(this.values, toList(next)));
  }

  protected isLike(other: AttributeValue): boolean {
    return other.constructor === this.constructor;
  }
}

/** `sst` and `cst`: words joined by a separator (space or comma). */
export class TokenList extends AttributeValue {
  readonly #separator: string;

  constructor(value: Value, separator = ' ') {
    const isList = isArray(value);
    if (!isList && (value === null || value === undefined || value instanceof Thing)) {
      throw new TwigFault(
        `A list of tokens is made of a sequence or a single value, not of a ${typeName(value)}.`,
      );
    }
    super(isList ? value : [value]);
    this.#separator = separator;
  }

  protected like(values: Value): TokenList {
    return new TokenList(values, this.#separator);
  }

  protected override isLike(other: AttributeValue): boolean {
    return other instanceof TokenList && other.#separator === this.#separator;
  }

  written(): string | null {
    const tokens = getValues(this.values).filter(
      (each) => each !== null && each !== undefined && each !== false,
    );
    if (tokens.length === 0) return null;
    // A value of true keeps the attribute, but is not written itself.
    const texts = tokens.filter((each) => each !== true).map(toText);
    return trimmed(texts.join(this.#separator));
  }
}

/** `style`: declarations, or a mapping of properties to values. Nothing is escaped for CSS, as in PHP. */
export class InlineStyle extends AttributeValue {
  constructor(value: Value) {
    if (!isArray(value)) {
      throw new TwigFault(`An inline style is made of a sequence or a mapping, not of a ${typeName(value)}.`);
    }
    super(value);
  }

  protected like(values: Value): InlineStyle {
    return new InlineStyle(values);
  }

  written(): string | null {
    const declarations = getEntries(this.values).filter(([, value]) => !isBlank(value));
    if (declarations.length === 0) return null;
    const texts = declarations.map(([name, value]) =>
      typeof name === 'number' || numericString(name) !== null
        ? `${trim(toText(value), '; ', 'both')};`
        : `${name}: ${toText(value)};`,
    );
    return trimmed(texts.join(' '));
  }
}

/** Whether a value yields no declaration. `0` is not blank. */
function isBlank(value: Value): boolean {
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return true;
  return isArray(value) && getSize(value) === 0;
}

const trimmed = (text: string) => trim(text, ' \n\r\t\v\0', 'both');

function toList(value: Value): Value {
  if (isArray(value)) return value;
  throw new TwigFault(
    `The values of an attribute are merged with a sequence or a mapping, not with a ${typeName(value)}.`,
  );
}

/** Joins two lists or mappings: integer keys are renumbered, and entries with the same name are replaced in place. */
export function joined(first: Value, second: Value): Value {
  return renumbered(both(first, second));
}

function* both(first: Value, second: Value): Iterable<[Key, Value]> {
  yield* getEntries(first);
  yield* getEntries(second);
}
