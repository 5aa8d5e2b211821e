/** Rules on the conformance and the title that the document's XMP states: 6.6.4 of PDF/A, 5 and 7.1 of PDF/UA. */

import { xmpNamespaces } from '#pdf/xmp/namespaces';
import { findXmpNode, type XmpNode } from '#pdf/xmp/xmp-node';
import { conformanceLevels, levelFacts } from '../../levels.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Rule } from '../rule.ts';

const archiveRemedy = 'Ask for PDF/A with --pdfa when the document is made, so that it identifies itself.';
const accessRemedy = 'Ask for PDF/UA with --pdfua when the document is made, so that it identifies itself.';

const archiveRule: Rule = { pdfa: ['6.6.4', 1], remedy: archiveRemedy };
const archivePartRule: Rule = { pdfa: ['6.6.4', 2], remedy: archiveRemedy };
const archiveLevelRule: Rule = { pdfa: ['6.6.4', 3], remedy: archiveRemedy };
const accessRule: Rule = { pdfua: ['5', 1], remedy: accessRemedy };
const accessPartRule: Rule = { pdfua: ['5', 2], remedy: accessRemedy };
const titleRule: Rule = {
  pdfua: ['7.1', 9],
  remedy: 'Give the document a title: <title> in the HTML, or --meta title=…',
};

const prefixRules: readonly (readonly ['pdfaid' | 'pdfuaid', string, Rule])[] = [
  ['pdfaid', 'part', { pdfa: ['6.6.4', 4] }],
  ['pdfaid', 'conformance', { pdfa: ['6.6.4', 5] }],
  ['pdfaid', 'amd', { pdfa: ['6.6.4', 6] }],
  ['pdfaid', 'corr', { pdfa: ['6.6.4', 7] }],
  ['pdfuaid', 'part', { pdfua: ['5', 3] }],
  ['pdfuaid', 'amd', { pdfua: ['5', 4] }],
  ['pdfuaid', 'corr', { pdfua: ['5', 5] }],
];

export const identificationRules: readonly Rule[] = [
  ...[archiveRule, archivePartRule, archiveLevelRule, accessRule, accessPartRule, titleRule],
  ...prefixRules.map(([, , rule]) => rule),
];

export function checkIdentification(
  properties: readonly XmpNode[],
  findings: FindingCollector,
  object: number | undefined,
): void {
  checkArchiveLevel(properties, findings, object);
  const { pdfuaid, dc } = xmpNamespaces;
  if (!properties.some(({ namespace }) => namespace === pdfuaid)) {
    findings.add(accessRule, { message: 'The XMP does not identify the document as PDF/UA.', object });
  } else if (toNumber(findXmpNode(properties, pdfuaid, 'part')) !== 1) {
    const part = shown(findXmpNode(properties, pdfuaid, 'part'));
    findings.add(accessPartRule, { message: `The XMP has ${part} as pdfuaid:part instead of 1.`, object });
  }
  for (const [prefix, name, rule] of prefixRules) {
    const node = findXmpNode(properties, xmpNamespaces[prefix], name);
    if (!node || node.prefix === prefix) continue;
    findings.add(rule, {
      message: `The XMP writes ${prefix}:${name} with the prefix "${node.prefix}".`,
      remedy: `Bind the prefix ${prefix} to the namespace ${xmpNamespaces[prefix]}.`,
      object,
    });
  }
  const title = properties.find(
    ({ namespace, prefix, name }) => namespace === dc && prefix === 'dc' && name === 'title',
  );
  if (!title?.children.some(({ language }) => language !== undefined)) {
    findings.add(titleRule, { message: 'The XMP has no title (dc:title).', object });
  }
}

function checkArchiveLevel(
  properties: readonly XmpNode[],
  findings: FindingCollector,
  object: number | undefined,
): void {
  const { pdfaid } = xmpNamespaces;
  if (!properties.some(({ namespace }) => namespace === pdfaid)) {
    findings.add(archiveRule, { message: 'The XMP does not identify the document as PDF/A.', object });
    return;
  }
  const part = findXmpNode(properties, pdfaid, 'part');
  const otherPart = conformanceLevels.filter((level) => levelFacts[level].part !== toNumber(part));
  if (otherPart.length > 0) {
    findings.add(archivePartRule, {
      message: `The XMP has ${shown(part)} as pdfaid:part.`,
      levels: otherPart,
      object,
    });
  }
  const conformance = findXmpNode(properties, pdfaid, 'conformance');
  const letter = conformance?.form === 'text' ? conformance.value : '';
  const rank = ['B', 'U', 'A'].indexOf(letter);
  const higher = conformanceLevels.filter(
    (level) => ['b', 'u', 'a'].indexOf(levelFacts[level].letter ?? 'b') > rank,
  );
  const levels = rank < 0 ? conformanceLevels : higher;
  if (levels.length === 0) return;
  findings.add(archiveLevelRule, {
    message: `The XMP has ${shown(conformance)} as pdfaid:conformance.`,
    levels,
    object,
  });
}

function toNumber(node: XmpNode | undefined): number | undefined {
  return node?.form === 'text' && /^[+-]?\d{1,9}$/.test(node.value) ? Number(node.value) : undefined;
}

function shown(node: XmpNode | undefined): string {
  if (!node) return 'nothing';
  return node.form === 'text' ? `"${node.value.slice(0, 20)}"` : 'a compound value';
}
