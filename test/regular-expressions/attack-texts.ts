/**
 * Texts that make a regular expression slow if anything can: each of its repetitions is led to, repeated, and then
 * disappointed. What takes quadratic time takes it on one of them.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** A text of about `length` characters. */
export type AttackText = (length: number) => string;

/** Characters that stand for the classes which expressions of this project have. */
const samples = [...' a0"\'<>(){}[]=:/-,.\\;#&%!?A_\té一'];

/** Of a class, so many characters are repeated: the first ones are those that most expressions stumble over. */
const mostSamples = 4;

/** Ways to get to a repetition that are tried. */
const mostPrefixes = 8;

/** What disappoints: a character that few expressions want, and one that ends what HTML begins. */
const ends = ['\0', '>'];

/** Repetitions with fewer rounds than this do not count. */
const manyRounds = 10;

export function attackTexts(expression: RegExp): AttackText[] {
  const attacks = new Map<string, AttackText>();
  const flags = expression.flags.replace(/[gyd]/g, '');
  const pattern = new RegExpParser().parsePattern(expression.source, undefined, undefined, {
    unicode: expression.unicode,
    unicodeSets: expression.unicodeSets,
  });

  const matching = (raw: string): string[] => {
    const one = new RegExp(`^(?:${raw})$`, flags);
    return samples.filter((character) => one.test(character)).slice(0, mostSamples);
  };
  /** Something that the node matches, in several ways where it is one character. */
  const ways = (node: AST.Node): string[] => {
    switch (node.type) {
      case 'Character':
        return [String.fromCodePoint(node.value)];
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return matching(node.raw);
      case 'Group':
      case 'CapturingGroup':
      case 'Pattern':
        return node.alternatives.map(textOf);
      case 'Quantifier':
        return ways(node.element).map((way) => way.repeat(Math.max(node.min, 1)));
      default:
        return [''];
    }
  };
  const textOf = ({ elements }: AST.Alternative): string =>
    elements
      .filter((element) => element.type !== 'Quantifier' || element.min > 0)
      .map((element) => ways(element)[0] ?? '')
      .join('');

  const add = (prefix: string, pump: string) => {
    if (pump === '') return;
    const name = JSON.stringify([prefix, pump]);
    if (attacks.has(`${name} again`)) return;
    const repeat = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));
    for (const end of ends) attacks.set(name + end, (length) => prefix + repeat(pump, length) + end);
    attacks.set(`${name} again`, (length) => repeat(prefix + pump, length));
  };

  const visit = (node: AST.Node, prefixes: readonly string[]): void => {
    switch (node.type) {
      case 'Alternative': {
        let before = prefixes;
        for (const element of node.elements) {
          visit(element, before);
          const isOptional = element.type === 'Quantifier' && element.min === 0;
          const next = ways(element).slice(0, isOptional ? 1 : 2);
          const followed = before.flatMap((text) => next.map((way) => text + way));
          // What is optional is left out in some texts and stands in others, so that what follows it is reached.
          before = spread([...new Set([...(isOptional ? before : []), ...followed])]);
        }
        return;
      }
      case 'Quantifier':
        if (node.max >= manyRounds) {
          for (const prefix of prefixes) for (const pump of ways(node.element)) add(prefix, pump);
        }
        visit(node.element, prefixes);
        return;
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup':
        for (const alternative of node.alternatives) visit(alternative, prefixes);
        return;
      case 'Assertion':
        if ('alternatives' in node) for (const alternative of node.alternatives) visit(alternative, prefixes);
    }
  };
  visit(pattern, ['']);
  // What has no repetition of its own is tried everywhere.
  for (const alternative of pattern.alternatives) add('', textOf(alternative));
  add('', ' ');
  add('', 'a');
  return [...attacks.values()];
}

/** Some of the prefixes, from all over the list. */
function spread(prefixes: readonly string[]): string[] {
  const step = Math.ceil(prefixes.length / mostPrefixes);
  return prefixes.filter((_, index) => index % step === 0);
}
