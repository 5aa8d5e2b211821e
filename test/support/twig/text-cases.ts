/** Texts and numbers with the filters that change, cut, search, count and format them. */
import type { Case } from './differential-cases.ts';

const data = {
  s: 'Hello Wörld',
  words: 'the quick brown fox',
  html: '<p class="x">a & b\'s</p>',
  lines: 'l1\nl2\r\nl3\rl4\n\nl6',
  greek: 'Σας éÉ ΐ',
  nothing: null,
  big: 1e20,
  huge: -1e100,
  tiny: 1e-7,
};

const texts =
  "s words html lines greek '' '  pad  ' 'äöü ÄÖÜ' 'o-neil' 'a-b_c d.e' '123abc ABC' 'a' 'x,y,,z'";

const filters = `
  upper title capitalize trim trim('d_l') trim(side='left') trim('a..z') length first last reverse slice(1) slice(-3)
  slice(1,3) slice(2,-2) slice(-4,2) slice(100) slice(0,0) nl2br striptags striptags('<p>') spaceless url_encode
  e('js') e('css') e('html_attr') e('url') replace({'l':'L'}) replace({'a':'b','b':'a'}) slug format('x')
  u.title u.title(true) u.camel u.snake u.truncate(5,'…') u.truncate(5,'…',false) u.truncate(0) u.truncate(3,'....')
  u.wordwrap(5,'\\n',true) u.wordwrap(5) u.lower u.upper u.length u.trim u.trimStart u.trimEnd('d') u.slice(1,3)
  u.slice(-3) u.before('l') u.after('l') u.beforeLast('l') u.afterLast('l') u.before('l',true) u.after('l',true)
  u.after('l',false,5) u.before('l',false,4) u.indexOf('l') u.indexOf('l',4) u.indexOfLast('l') u.indexOfLast('l',-3)
  u.containsAny(['l','z']) u.startsWith('H') u.endsWith(['x','d']) u.equalsTo('a') u.isEmpty u.padStart(15,'-=')
  u.padEnd(15) u.padBoth(15,'ab') u.repeat(2) u.reverse u.collapseWhitespace u.ascii u.ascii(['de-ASCII'])
  u.replace('l','LL') u.append('x','y') u.prepend('x','y') u.ensureStart('H') u.ensureEnd('d') u.trimPrefix('He')
  u.trimSuffix('ld') u.join(['a','b']) u.chunk(2)|join('|') u.width u.normalize u.toUnicodeString
  u.ignoreCase.startsWith('h') u.ignoreCase.indexOf('O') u.ignoreCase.replace('L','_') u.ignoreCase.equalsTo('A')
  u.ignoreCase.split('L')|length u.ignoreCase.trimSuffix('LD') u.ignoreCase.before('W') u.ignoreCase.after('W')
  u.ignoreCase.ensureStart('HE') u.ignoreCase.indexOfLast('L') u.match('/l+/')|join u.match('/([aeo])(.)/')|join('-')
  u.replaceMatches('/[aeiou]/','*') u.replaceMatches('/(\\\\w)(\\\\w)/','$2$1') u.bytesAt(0)|join u.codePointsAt(0)|join
`;

const formats = `
  %d %5d %-5d| %05d %+d %x %X %o %b %e %.2e %E %f %.1f %08.2f %g %G %s %10s %-10s| %'*10s %'010d %.3s %5.1s| %u %%
  %1$s.%1$s %1$05d %-08d| %+05d %+.1f %.0f %.3g %z %i %5% %03s %-+8.2f| %F % %1$
`;

const numbers = "42 -42 3.7 -0.5 '12abc' 'x' true nothing big huge tiny 12345678901 0 1234.5678 1.005 '7.5'";
const shapes = "(0) (2) (2,',','.') (3,'','') (20) (-2) (decimals=1) (null)".split(' ');

const list = (text: string) => text.trim().split(/\s+(?=(?:[^'"]*['"][^'"]*['"])*[^'"]*$)/);

export function textCases(): Case[] {
  const templates = [
    ...list(texts).flatMap((text) =>
      filters
        .trim()
        .split(/\s+/)
        .map((filter) => `{{ ${text}|${filter} }}`),
    ),
    ...formats
      .trim()
      .split(/\s+/)
      .flatMap((format) => list(numbers).map((number) => `{{ "${format}"|format(${number}) }}`)),
    ...list(numbers).flatMap((number) => [
      ...shapes.map((shape) => `{{ (${number})|number_format${shape} }}`),
      ...['', '(1)', "(0,'ceil')", "(1,'floor')", '(2)'].map((shape) => `{{ (${number})|round${shape} }}`),
    ]),
  ];
  return templates.map((template) => ({ template, data }));
}
