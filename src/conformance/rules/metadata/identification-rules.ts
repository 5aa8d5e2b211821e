/** Rules on the conformance and the title that the document's XMP states: 6.6.4 of PDF/A, 5 and 7.1 of PDF/UA. */

import { xmpNamespaces } from '#pdf/xmp/namespaces';
import { findXmpNode, type XmpNode } from '#pdf/xmp/xmp-node';
import { conformanceLevels, levelFacts } from '../../levels.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Rule } from '../rule.ts';

const archiveRemedy = 'Ask for PDF/A with --pdfa when the document is made, so that it identifies itself.';
const accessRemedy = 'Ask for PDF/UA with --pdfua when the document is made, so that it identifies itself.';

const archiveRule: Rule = { pdfa: ['6.6.4', 1], pdfa4: ['6.7.3', 1], remedy: archiveRemedy };
const archivePartRule: Rule = { pdfa: ['6.6.4', 2], remedy: archiveRemedy };
const archiveLevelRule: Rule = { pdfa: ['6.6.4', 3], remedy: archiveRemedy };
const archivePart4Rule: Rule = { pdfa4: ['6.7.3', 2], remedy: archiveRemedy };
const archiveVariantRule: Rule = { pdfa4: ['6.7.3', 3], remedy: archiveRemedy };
const archiveRevisionRule: Rule = { pdfa4: ['6.7.3', 5], remedy: archiveRemedy };
const accessRule: Rule = { pdfua: ['5', 1], pdfua2: ['5', 1], remedy: accessRemedy };
const accessPartRule: Rule = { pdfua: ['5', 2], remedy: accessRemedy };
const accessPart2Rule: Rule = { pdfua2: ['5', 2], remedy: accessRemedy };
const accessRevisionRule: Rule = { pdfua2: ['5', 5], remedy: accessRemedy };
const titleRule: Rule = {
  pdfua: ['7.1', 9],
  pdfua2: ['8.11.1', 1],
  remedy: 'Give the document a title: <title> in the HTML, or --meta title=…',
};

const prefixRules: readonly (readonly ['pdfaid' | 'pdfuaid', string, Rule])[] = [
  ['pdfaid', 'rev', { pdfa4: ['6.7.3', 6] }],
  ['pdfaid', 'part', { pdfa: ['6.6.4', 4], pdfa4: ['6.7.3', 4] }],
  ['pdfaid', 'conformance', { pdfa: ['6.6.4', 5] }],
  ['pdfaid', 'amd', { pdfa: ['6.6.4', 6] }],
  ['pdfaid', 'corr', { pdfa: ['6.6.4', 7] }],
  ['pdfuaid', 'part', { pdfua: ['5', 3], pdfua2: ['5', 3] }],
  ['pdfuaid', 'amd', { pdfua: ['5', 4] }],
  ['pdfuaid', 'rev', { pdfua2: ['5', 4] }],
  ['pdfuaid', 'corr', { pdfua: ['5', 5] }],
];

export const identificationRules: readonly Rule[] = [
  ...[archiveRule, archivePartRule, archiveLevelRule],
  ...[archivePart4Rule, archiveVariantRule, archiveRevisionRule],
  ...[accessRule, accessPartRule, accessPart2Rule, accessRevisionRule, titleRule],
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
  } else {
    const part = findXmpNode(properties, pdfuaid, 'part');
    for (const [rule, wanted] of [
      [accessPartRule, 1],
      [accessPart2Rule, 2],
    ] as const) {
      if (toNumber(part) === wanted) continue;
      const message = `The XMP has ${shown(part)} as pdfuaid:part instead of ${wanted}.`;
      findings.add(rule, { message, object });
    }
    const revision = findXmpNode(properties, pdfuaid, 'rev');
    if (textOf(revision) !== '2024') {
      const message = `The XMP has ${shown(revision)} as pdfuaid:rev instead of 2024.`;
      findings.add(accessRevisionRule, { message, object });
    }
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
  if (toNumber(part) !== 4) {
    findings.add(archivePart4Rule, { message: `The XMP has ${shown(part)} as pdfaid:part.`, object });
  }
  const revision = findXmpNode(properties, pdfaid, 'rev');
  if (textOf(revision) !== '2020') {
    const message = `The XMP has ${shown(revision)} as pdfaid:rev instead of 2020.`;
    findings.add(archiveRevisionRule, { message, object });
  }
  const conformance = findXmpNode(properties, pdfaid, 'conformance');
  const letter = textOf(conformance) ?? '';
  const otherVariant = conformanceLevels.filter((level) => {
    const { part: ofLevel, variant } = levelFacts[level];
    return ofLevel === 4 && (conformance ? letter : undefined) !== variant?.toUpperCase();
  });
  if (otherVariant.length > 0) {
    const message = `The XMP has ${shown(conformance)} as pdfaid:conformance.`;
    findings.add(archiveVariantRule, { message, levels: otherVariant, object });
  }
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

const textOf = (node: XmpNode | undefined): string | undefined =>
  node?.form === 'text' ? node.value : undefined;

function toNumber(node: XmpNode | undefined): number | undefined {
  return node?.form === 'text' && /^[+-]?\d{1,9}$/.test(node.value) ? Number(node.value) : undefined;
}

function shown(node: XmpNode | undefined): string {
  if (!node) return 'nothing';
  return node.form === 'text' ? `"${node.value.slice(0, 20)}"` : 'a compound value';
}
