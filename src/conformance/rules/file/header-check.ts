/** The first bytes of the file and what follows its end: clauses 6.1.2 and 6.1.3. */
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';

const versionRule: Rule = {
  pdfa: ['6.1.2', 1],
  pdfua: ['6.1', 1],
  remedy: 'Write the file with %PDF-1.7, or any version from 1.0 on, as its first bytes.',
};

const version4Rule: Rule = {
  pdfa4: ['6.1.2', 1],
  remedy: 'Write the file with %PDF-2.0 as its first bytes.',
};

const binaryCommentRule: Rule = {
  pdfa: ['6.1.2', 2],
  pdfa4: ['6.1.2', 2],
  remedy: 'Write a comment with at least four bytes above 127 as the second line of the file.',
};

const versions = [
  [versionRule, /^%PDF-1\.[0-7]$/, '%PDF-1.0 to %PDF-1.7'],
  [version4Rule, /^%PDF-2\.\d$/, '%PDF-2.0'],
] as const;

function inspect({ bytes }: CheckedDocument, findings: FindingCollector): void {
  const start = bytes.indexOf('%PDF-', 0, 'latin1');
  const end = lineEnd(bytes, start);
  const header = bytes.toString('latin1', start, Math.min(end, start + 20));
  for (const [rule, pattern, wanted] of versions) {
    if (!pattern.test(header)) {
      findings.add(rule, { message: `The file begins with "${header}" instead of ${wanted}.` });
    } else if (start > 0) {
      findings.add(rule, {
        message: `The header follows ${start} other bytes instead of beginning the file.`,
      });
    }
  }
  let second = end;
  if (bytes[second] === 0x0d) second++;
  if (bytes[second] === 0x0a) second++;
  const comment = [...bytes.subarray(second, second + 5)];
  if (comment[0] !== 0x25 || comment.length < 5 || comment.slice(1).some((byte) => byte <= 127)) {
    findings.add(binaryCommentRule, {
      message: 'The line after the header is no comment of binary characters.',
    });
  }
}

function lineEnd(bytes: Buffer, start: number): number {
  let end = start;
  while (end < bytes.length && bytes[end] !== 0x0a && bytes[end] !== 0x0d) end++;
  return end;
}

export const headerCheck: Check = { rules: [versionRule, version4Rule, binaryCommentRule], inspect };
