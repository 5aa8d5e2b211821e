/** Makes the shortest text that a regular expression matches, as far as it is regular. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Optional parts are left out and repetitions are as few as allowed, but no longer than this together. */
const maxLength = 1_000;

/**
 * Returns an empty text for a pattern that is not valid. Look-around and word boundaries are not followed.
 *
 * @example textOfPattern('^[A-Z]{3}-\\d+$') // 'AAA-0'
 */
export function textOfPattern(pattern: string): string {
  try {
    return alternativesText(
      new RegExpParser({ ecmaVersion: 2024 }).parsePattern(pattern, 0, undefined, { unicode: true })
        .alternatives,
    );
  } catch {
    return '';
  }
}

function alternativesText([first]: readonly AST.Alternative[]): string {
  return first ? first.elements.map(elementText).join('') : '';
}

function elementText(node: AST.Element): string {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
      return setText(node);
    case 'CharacterClass':
      return classText(node);
    case 'Group':
    case 'CapturingGroup':
      return alternativesText(node.alternatives);
    case 'Quantifier':
      return elementText(node.element).repeat(Math.min(node.min, maxLength));
    case 'Backreference':
      return Array.isArray(node.resolved) ? '' : alternativesText(node.resolved.alternatives);
    default:
      return '';
  }
}

/** Preferred for sets, because they are readable. */
const candidates = [
  ...'aA0 -_.,:/@#',
  ...Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)),
  'é',
  '中',
];

function setText({ raw, kind }: AST.CharacterSet): string {
  if (kind === 'any') return 'a';
  return candidates.find((text) => new RegExp(raw, 'u').test(text)) ?? '';
}

function classText(node: AST.CharacterClass): string {
  const first = node.negate ? undefined : node.elements[0];
  if (first?.type === 'CharacterClassRange') return String.fromCodePoint(first.min.value);
  if (first?.type === 'Character') return String.fromCodePoint(first.value);
  return candidates.find((text) => new RegExp(node.raw, 'u').test(text)) ?? '';
}
