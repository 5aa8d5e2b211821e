/** Passwords have the form in which every program hashes them, and those that none would accept are rejected. */
import { expect, it } from 'vitest';
import {
  findPasswordProblem,
  normalizePassword,
} from '../../../../src/pdf/reading/encryption/prepare-password.ts';

it.each([
  ['the soft hyphen of RFC 4013, section 3', 'I\u00adX', 'IX'],
  ['plain text', 'user', 'user'],
  ['another case', 'USER', 'USER'],
  ['a superscript', '\u00aa', 'a'],
  ['a Roman numeral', '\u2168', 'IX'],
  ['a space that is none of ASCII', 'a\u00a0b\u3000c', 'a b c'],
  ['an accent of its own', 'e\u0301', '\u00e9'],
  ['a joiner in an emoji', '👩\u200d🚀', '👩🚀'],
])('normalizes %s', (_, password, normalized) => {
  expect(normalizePassword(password)).toBe(normalized);
  expect(findPasswordProblem(password)).toBeUndefined();
});

it.each([
  ['a control character', 'a\u0007b', /control characters/],
  ['a line break', 'a\nb', /line breaks/],
  ['a character of private use', '\ue000', /control characters/],
  ['half of a pair', 'a\ud800', /control characters/],
  ['a mark of direction', 'a\u200eb', /control characters/],
  ['nothing', '', /empty/],
  ['nothing that is seen', '\u00ad', /empty/],
  ['a mix of directions, as in RFC 4013, section 3', '\u06271', /right to left/],
  ['letters of both directions', 'אaא', /right to left/],
  ['128 bytes', 'x'.repeat(128), /127 bytes/],
  ['128 bytes in 64 characters', 'é'.repeat(64), /127 bytes/],
])('rejects %s', (_, password, problem) => {
  expect(findPasswordProblem(password)).toMatch(problem);
});

it.each([
  ['127 bytes', 'x'.repeat(127)],
  ['127 bytes of Unicode', `x${'é'.repeat(63)}`],
  ['Hebrew', 'שלום'],
  ['Arabic with a digit inside', 'ا1ب'],
  ['Chinese', '密码'],
  ['spaces at both ends', ' a '],
])('accepts %s', (_, password) => {
  expect(findPasswordProblem(password)).toBeUndefined();
});
