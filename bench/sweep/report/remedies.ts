/** Whether a refusal says what its reader can do. */
import type { Refusal } from '../work/outcome.ts';

/** What a user can do, at the beginning of a sentence or of a clause after a colon, a comma, a dash or "or". */
const verbs = [
  ...[
    'add',
    'allow',
    'ask',
    'check',
    'choose',
    'convert',
    'export',
    'fill',
    'give',
    'leave',
    'let',
    'make',
    'name',
  ],
  ...[
    'open',
    'print',
    'raise',
    'remove',
    'repair',
    'replace',
    'run',
    'save',
    'see',
    'send',
    'set',
    'sign',
    'split',
  ],
  ...['try', 'turn', 'unlock', 'use', 'write'],
];
const instruction = new RegExp(String.raw`(?:^|[.:;,–] |\bor )(?:${verbs.join('|')})\b`, 'im');

/** A command or an option of pdfapi. */
const command = /\bpdfapi [a-z]+|(?<!\w)--[a-z]/;

/**
 * A refusal has a remedy if its message or its hint names a command or an option of pdfapi, or has a clause that begins with
 * what to do.
 */
export const hasRemedy = ({ message, hint }: Refusal): boolean =>
  [message, hint].some((text) => command.test(text) || instruction.test(text));

/** Equal for refusals that differ in numbers and names only. */
export const describeRefusal = ({ code, message, hint }: Refusal): string =>
  `${code}: ${[message, hint].filter((text) => text !== '').join(' ')}`
    .replaceAll(/'[^']*\.pdf'/gi, 'FILE')
    .replaceAll(/(?:[^\s:]|(?<=\w) (?=\S*\.pdf))*\.pdf(?=[: ])/gi, 'FILE')
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/\d[\d,.]*\d|\d/g, 'N');
