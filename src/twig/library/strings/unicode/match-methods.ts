/** Methods of `text|u` that take a regular expression. */
import { TwigFault } from '../../../errors.ts';
import { fromEntries, type Key } from '../../../runtime/values/array.ts';
import { toText } from '../../../runtime/values/text.ts';
import { Arrow, type Value } from '../../../runtime/values/value.ts';
import { type Match, Pattern, PatternError } from '../../regex/pattern.ts';
import { maxStringLength, type StringCall, type StringMethod } from './string-call.ts';

function toPattern(call: StringCall): Pattern {
  call.runtime.tick(100);
  try {
    return new Pattern(`${call.word(0)}u${call.ignoringCase ? 'i' : ''}`);
  } catch (error) {
    if (error instanceof PatternError) throw new TwigFault(`The pattern is not valid: ${error.message}`);
    throw error;
  }
}

/** Returns the groups by number, and by name if they have one. Groups that did not participate are null. */
function toGroups({ groups }: Match): Value {
  return fromEntries(
    groups.flatMap(({ name, text }, index): [Key, Value][] =>
      name === null
        ? [[index, text]]
        : [
            [name, text],
            [index, text],
          ],
    ),
  );
}

function match(call: StringCall): Value {
  for (const found of toPattern(call).matches(call.text, (steps) => call.runtime.tick(steps))) {
    return toGroups(found);
  }
  return [];
}

/** References in a replacement: `$1`, `${1}` and `\\1`. */
const reference = /\$\{(\d{1,2})\}|[$\\](\d{1,2})/g;

function replaceMatches(call: StringCall): Value {
  const by = call.value(1);
  const word = by instanceof Arrow ? '' : call.word(1);
  let result = '';
  let copied = 0;
  for (const found of toPattern(call).matches(call.text, (steps) => call.runtime.tick(steps))) {
    result += call.text.slice(copied, found.start);
    result +=
      by instanceof Arrow
        ? toText(by.call(toGroups(found)))
        : word.replace(reference, (_, braced, plain) => found.groups[Number(braced ?? plain)]?.text ?? '');
    if (result.length > maxStringLength) call.runtime.tooLong();
    copied = found.end;
  }
  return call.made(call.runtime.built(result + call.text.slice(copied)));
}

export const matchMethods: readonly [string, StringMethod][] = [
  ['match', match],
  ['replaceMatches', replaceMatches],
];
