/**
 * Writes numbers by rules of the CLDR (rule-based number formats, as in
 * https://unicode-org.github.io/icu-docs/apidoc/released/icu4c/classicu_1_1RuleBasedNumberFormat.html). A language is a
 * text with a set of rules in each line: `a 0:zero;1:one;…;20:twenty[-…];100:<a< hundred;101:<a< hundred >a>;-x:minus >a>`.
 */
import { numberFormat } from '../intl/formatters.ts';

interface Rule {
  /** The smallest number that the rule is for, or for a fraction its denominator. */
  readonly base: number;
  /** The power by which `<` divides, and `>` takes the remainder. */
  readonly divisor: number;
  readonly parts: readonly Part[];
}

type PluralType = 'cardinal' | 'ordinal';

type Part =
  | { readonly text: string }
  | { readonly sign: '<' | '>' | '='; readonly set: string; readonly doubled: boolean }
  | { readonly plural: PluralType; readonly forms: ReadonlyMap<string, string> };

interface RuleSet {
  readonly name: string;
  /** In ascending order of `base`. */
  readonly rules: readonly Rule[];
  readonly negative: Rule | undefined;
  /** For numbers with a fraction. */
  readonly improper: Rule | undefined;
  /** For numbers between 0 and 1, if they have a rule of their own. */
  readonly proper: Rule | undefined;
}

export class NumberRules {
  readonly #sets = new Map<string, RuleSet>();
  readonly #plurals = new Map<PluralType, Intl.PluralRules>();
  readonly #locale: string;

  constructor(source: string, locale: string) {
    this.#locale = locale;
    const point =
      numberFormat(locale, {})
        .formatToParts(1.5)
        .find(({ type }) => type === 'decimal')?.value ?? '.';
    for (const line of source.split('\n')) {
      const set = parseSet(line, point);
      this.#sets.set(set.name, set);
    }
  }

  /** Writes a number by the first set of rules. */
  write(value: number): string {
    return this.#write(value, this.#sets.keys().next().value ?? '');
  }

  #write(value: number, name: string): string {
    const set = this.#sets.get(name);
    // Any other name is the pattern of a decimal number.
    if (!set) return numberFormat(this.#locale, { useGrouping: name.includes(',') }).format(value);
    if (value < 0 && set.negative)
      return this.#apply(set.negative, value, set, (sign) => (sign === '>' ? -value : value));
    const size = Math.abs(value);
    const whole = Math.floor(size);
    const rule = size < 1 ? (set.proper ?? set.improper) : set.improper;
    if (whole !== size && rule)
      return this.#apply(rule, size, set, (sign) =>
        sign === '<' ? whole : sign === '>' ? size - whole : size,
      );
    return this.#writeWhole(Math.round(size), value, set);
  }

  /** `exact` is the number with its sign and its fraction. */
  #writeWhole(value: number, exact: number, set: RuleSet): string {
    let index = set.rules.findLastIndex(({ base }) => base <= value);
    const found = set.rules[index];
    if (!found) return numberFormat(this.#locale, {}).format(value);
    // "two thousand", not "two thousand zero": a rule with a remainder gives way to the one before it.
    if (value % found.divisor === 0 && found.base % found.divisor !== 0 && hasRemainder(found)) index--;
    const rule = set.rules[index] ?? found;
    const { divisor } = rule;
    return this.#apply(rule, value, set, (sign) =>
      sign === '<' ? Math.floor(value / divisor) : sign === '>' ? value % divisor : exact,
    );
  }

  #apply(rule: Rule, value: number, set: RuleSet, operand: (sign: '<' | '>' | '=') => number): string {
    const isFraction = rule === set.improper || rule === set.proper;
    return rule.parts
      .map((part) => {
        if ('text' in part) return part.text;
        if ('plural' in part) {
          const category = this.#pluralRules(part.plural).select(Math.floor(value / rule.divisor));
          return part.forms.get(category) ?? part.forms.get('other') ?? '';
        }
        if (isFraction && part.sign === '>') return this.#writeFraction(value, part.set, part.doubled, set);
        return this.#write(operand(part.sign), part.set);
      })
      .join('');
  }

  #pluralRules(type: PluralType): Intl.PluralRules {
    const known = this.#plurals.get(type) ?? new Intl.PluralRules(this.#locale, { type });
    this.#plurals.set(type, known);
    return known;
  }

  /** Writes the digits after the point one by one, or, by a set of its own, as a number of tenths, hundredths, …. */
  #writeFraction(value: number, name: string, joined: boolean, owner: RuleSet): string {
    const digits = String(value).split('.')[1] ?? '';
    if (name === owner.name)
      return Array.from(digits, (digit) => this.#write(Number(digit), name)).join(joined ? '' : ' ');
    const set = this.#sets.get(name);
    const rule = set?.rules.findLast(({ base }) => base <= 10 ** digits.length);
    if (!set || !rule) return digits;
    const numerator = Number(digits);
    const zeros = rule.parts.some((part) => 'sign' in part && part.doubled)
      ? digits.length - String(numerator).length
      : 0;
    const zero = `${this.#write(0, owner.name)} `;
    return zero.repeat(zeros) + this.#apply({ ...rule, divisor: 1 }, numerator, set, () => numerator);
  }
}

const hasRemainder = (rule: Rule) => rule.parts.some((part) => 'sign' in part && part.sign === '>');

/** `point` is the decimal point of the language: some read a point and a comma differently. */
function parseSet(line: string, point: string): RuleSet {
  const [name = ''] = line;
  const rules: Rule[] = [];
  const special = new Map<string, Rule>();
  for (const each of line.slice(2).split(';')) {
    const at = each.indexOf(':');
    const [, digits = '', radix = '10', carets = ''] =
      /^([\d.e+]+)?(?:\/(\d+))?(>*)$/.exec(each.slice(0, at)) ?? [];
    const parts = parseParts(each.slice(at + 1));
    if (digits === '') special.set(each.slice(0, at), { base: 0, divisor: 1, parts });
    else {
      const base = Number(digits);
      rules.push({ base, divisor: divisorOf(base, Number(radix), carets.length), parts });
    }
  }
  return {
    name,
    rules,
    negative: special.get('-x'),
    improper: special.get(`x${point}x`) ?? special.get('x.x'),
    proper: special.get('0.x'),
  };
}

/** The largest power of the radix that is not above the base, divided by the radix once for each caret. */
function divisorOf(base: number, radix: number, carets: number): number {
  let divisor = 1;
  while (divisor * radix <= base) divisor *= radix;
  return divisor / radix ** carets;
}

function parseParts(body: string): Part[] {
  const pattern =
    /\$\((?<type>cardinal|ordinal),(?<forms>.*?)\)\$|(?<sign>[<>=])(?<set>[^<>=]+)(?<doubled>[<>]?)\k<sign>|[^<>=$]+/g;
  // A quote keeps a space at an end.
  return Array.from(body.replace(/^'|'$/g, '').matchAll(pattern), ({ 0: text, groups }): Part => {
    if (groups?.sign)
      return { sign: groups.sign as '<', set: groups.set ?? '', doubled: groups.doubled !== '' };
    if (groups?.type)
      return {
        plural: groups.type as PluralType,
        forms: new Map(
          Array.from(groups.forms?.matchAll(/(\w+)\{(.*?)\}/g) ?? [], ([, key = '', form = '']) => [
            key,
            form,
          ]),
        ),
      };
    return { text };
  });
}
