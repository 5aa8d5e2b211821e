/** Exact decimal numbers: 0.1 + 0.2 is 0.3, as an auditor expects. */

/** Longer than any amount; the time to read a number grows with the square of its length. */
const maxCharacters = 40;
/** With the white space around a number, which takes time too. */
const maxSpacedCharacters = 1_000;

export class Decimal {
  static readonly zero = new Decimal(0n, 0);
  static readonly one = new Decimal(1n, 0);

  /** The value is `units / 10^digits`. */
  private readonly units: bigint;
  private readonly digits: number;

  private constructor(units: bigint, digits: number) {
    this.units = units;
    this.digits = digits;
  }

  /**
   * Reads `xs:decimal`: `-12.50`, `+.5`. Undefined for everything else, also for `1e3`, for over 40 characters, and for over
   * 1,000 with white space.
   */
  static parse(text: string): Decimal | undefined {
    if (text.length > maxSpacedCharacters) return undefined;
    const trimmed = text.trim();
    const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(trimmed);
    if (!match || trimmed.length > maxCharacters) return undefined;
    const [, sign, whole = '', fraction = ''] = match;
    if (whole === '' && fraction === '') return undefined;
    const units = BigInt(whole + fraction);
    return new Decimal(sign === '-' ? -units : units, fraction.length);
  }

  static sum(values: Iterable<Decimal>): Decimal {
    let total = Decimal.zero;
    for (const value of values) total = total.plus(value);
    return total;
  }

  plus(other: Decimal): Decimal {
    const digits = Math.max(this.digits, other.digits);
    return new Decimal(this.scaledTo(digits) + other.scaledTo(digits), digits);
  }

  minus(other: Decimal): Decimal {
    return this.plus(new Decimal(-other.units, other.digits));
  }

  times(other: Decimal): Decimal {
    return new Decimal(this.units * other.units, this.digits + other.digits);
  }

  /** A hundredth, for percentages. */
  percent(): Decimal {
    return new Decimal(this.units, this.digits + 2);
  }

  abs(): Decimal {
    return this.units < 0n ? new Decimal(-this.units, this.digits) : this;
  }

  /** Half is rounded up, towards positive infinity, as XPath does. */
  round(digits: number): Decimal {
    if (this.digits <= digits) return this;
    const divisor = 10n ** BigInt(this.digits - digits);
    const shifted = this.units + divisor / 2n;
    const floor = shifted / divisor - (shifted < 0n && shifted % divisor !== 0n ? 1n : 0n);
    return new Decimal(floor, digits);
  }

  /** Negative, zero or positive. */
  compare(other: Decimal): number {
    const digits = Math.max(this.digits, other.digits);
    const difference = this.scaledTo(digits) - other.scaledTo(digits);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  equals(other: Decimal): boolean {
    return this.compare(other) === 0;
  }

  isZero(): boolean {
    return this.units === 0n;
  }

  /** With two decimals at least, for messages: 100.00, 0.125. */
  toString(): string {
    const digits = Math.max(2, this.digits);
    const all = String(this.abs().scaledTo(digits)).padStart(digits + 1, '0');
    const fraction = all.slice(-digits);
    const short = fraction.slice(0, 2) + fraction.slice(2).replace(/0+$/, '');
    return `${this.units < 0n ? '-' : ''}${all.slice(0, -digits)}.${short}`;
  }

  /** As the key of a map: equal numbers have equal keys. */
  key(): string {
    return this.toString();
  }

  private scaledTo(digits: number): bigint {
    return this.units * 10n ** BigInt(digits - this.digits);
  }
}
