/** How strings, names and numbers are written, in objects and in content streams: clauses 6.1.6 and 6.1.13. */
import type { ContentVisitor } from '../../content/content-visitor.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { Breach, FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';
import { maxNameBytes, maxStringBytes, scanTokens, type TokenProblems } from './scan-tokens.ts';

const evenHexRule: Rule = { pdfa: ['6.1.6', 1], pdfa4: ['6.1.5', 1] };
const onlyHexRule: Rule = { pdfa: ['6.1.6', 2], pdfa4: ['6.1.5', 2] };
const integerRule: Rule = { pdfa: ['6.1.13', 1] };
const largeRealRule: Rule = { pdfa: ['6.1.13', 2] };
const stringLengthRule: Rule = { pdfa: ['6.1.13', 3] };
const nameLengthRule: Rule = { pdfa: ['6.1.13', 4] };
const smallRealRule: Rule = { pdfa: ['6.1.13', 5] };

type Place = Omit<Breach, 'message'>;

function report(problems: TokenProblems, place: Place, findings: FindingCollector): void {
  const { longString, longName, largeInteger, largeReal, smallReal } = problems;
  const add = (rule: Rule, message: string) => findings.add(rule, { ...place, message });
  if (problems.oddHexString) add(evenHexRule, 'A hexadecimal string has an odd number of characters.');
  if (problems.badHexCharacter) add(onlyHexRule, 'A hexadecimal string has other characters than digits.');
  if (longString) {
    add(stringLengthRule, `A string has ${longString} bytes; the limit is ${maxStringBytes}.`);
  }
  if (longName) {
    add(nameLengthRule, `A name has ${longName.length} bytes; the limit is ${maxNameBytes}.`);
  }
  if (largeInteger) add(integerRule, `The integer ${largeInteger.slice(0, 40)} does not fit in 32 bits.`);
  if (largeReal) add(largeRealRule, `The number ${largeReal.slice(0, 40)} is too large.`);
  if (smallReal) add(smallRealRule, `The number ${smallReal.slice(0, 60)} is too close to zero.`);
}

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  for (const { number, text } of document.objectTexts) {
    const problems: TokenProblems = {};
    scanTokens(text.bytes, text.start, text.end, problems);
    report(problems, { object: number }, findings);
  }
}

function visit(_: CheckedDocument, findings: FindingCollector): ContentVisitor {
  let problems: TokenProblems = {};
  return {
    source: (content, start, end, { stream }) => {
      scanTokens(content, start, end, problems);
      // Contents have hundreds of thousands of operators, and hardly one has a problem.
      for (const _ in problems) {
        report(problems, { page: stream.page?.number, object: stream.object }, findings);
        problems = {};
        break;
      }
    },
  };
}

export const tokenCheck: Check = {
  rules: [
    evenHexRule,
    onlyHexRule,
    integerRule,
    largeRealRule,
    stringLengthRule,
    nameLengthRule,
    smallRealRule,
  ],
  inspect,
  visit,
};
