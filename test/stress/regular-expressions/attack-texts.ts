/**
 * Generates texts that provoke the slowest behaviour of a regular expression: each text reaches a repetition, repeats
 * it many times, and then fails to match. An expression with quadratic time should show it on one of them.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Returns a text of about `length` characters. */
export type AttackText = (length: number) => string;

/** Sample characters for the character classes that this project's expressions use. */
const samples = [...' a0"\'<>(){}[]=:/-,.\\;#&%!?A_\té一'];

/** The maximum number of sample characters per class. The first samples are slow for the most expressions. */
const mostSamples = 4;

/** The maximum number of prefixes tried before a repetition. */
const mostPrefixes = 8;

/** Endings that make the match fail: a character that few expressions accept, and one that closes an HTML tag. */
const ends = ['\0', '>'];

/** Repetitions with a lower maximum than this are ignored. */
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
  /** Returns texts that the node matches, several if it is a character class. */
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
          // Some texts omit an optional element and others contain it, so that the elements after it are reached.
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
  // An expression without a repetition may still be slow if it is tried at every position.
  for (const alternative of pattern.alternatives) add('', textOf(alternative));
  add('', ' ');
  add('', 'a');
  return [...attacks.values()];
}

/** Returns at most `mostPrefixes` prefixes, spread evenly over the list. */
function spread(prefixes: readonly string[]): string[] {
  const step = Math.ceil(prefixes.length / mostPrefixes);
  return prefixes.filter((_, index) => index % step === 0);
}
