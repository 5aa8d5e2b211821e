/** Extended graphics states, halftones and blend modes: clauses 6.2.5, 6.2.6 and 6.2.10. */
import { getName, isDict, isNamed, type PdfDict, PdfName, type PdfValue, toList } from '#pdf/object';
import type { ContentVisitor } from '../../content/content-visitor.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { Breach, FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';
import { checkIntent, intentRule } from './rendering-intent.ts';

const transferRule: Rule = { pdfa: ['6.2.5', 1], pdfa4: ['6.2.5', 1] };
const transfer2Rule: Rule = { pdfa: ['6.2.5', 2], pdfa4: ['6.2.5', 2] };
const phaseRule: Rule = { pdfa: ['6.2.5', 3] };
const originRule: Rule = { pdfa4: ['6.2.5', 3] };
const halftoneTypeRule: Rule = { pdfa: ['6.2.5', 4], pdfa4: ['6.2.5', 4] };
const halftoneNameRule: Rule = { pdfa: ['6.2.5', 5], pdfa4: ['6.2.5', 5] };
const halftoneTransferRule: Rule = { pdfa: ['6.2.5', 6], pdfa4: ['6.2.5', 6] };
const blendRule: Rule = { pdfa: ['6.2.10', 1], pdfa4: ['6.2.9', 1] };

const blendModes = new Set([
  'Normal',
  'Compatible',
  'Multiply',
  'Screen',
  'Overlay',
  'Darken',
  'Lighten',
  'ColorDodge',
  'ColorBurn',
  'HardLight',
  'SoftLight',
  'Difference',
  'Exclusion',
  'Hue',
  'Saturation',
  'Color',
  'Luminosity',
]);

type Place = Omit<Breach, 'message'>;

function visit(document: CheckedDocument, findings: FindingCollector): ContentVisitor {
  const seen = new Set<PdfDict>();
  return {
    operators: {
      gs: ([name], { resource, stream }) => {
        const state = name instanceof PdfName ? resource('ExtGState', name.value) : null;
        if (!isDict(state) || seen.has(state)) return;
        seen.add(state);
        const object = document.objectNumber(state) ?? stream.object;
        checkState(document, state, { page: stream.page?.number, object }, findings);
      },
      ri: ([intent], { stream }) => {
        checkIntent(getName(intent), { page: stream.page?.number, object: stream.object }, findings);
      },
    },
  };
}

function checkState(
  document: CheckedDocument,
  state: PdfDict,
  place: Place,
  findings: FindingCollector,
): void {
  const { file } = document;
  const add = (rule: Rule, message: string) => findings.add(rule, { ...place, message });
  if (state.has('TR')) add(transferRule, 'A graphics state has the transfer function TR.');
  if (state.has('TR2') && !isNamed(file.get(state, 'TR2'), 'Default')) {
    add(transfer2Rule, 'A graphics state has a transfer function TR2 other than Default.');
  }
  if (state.has('HTO')) add(originRule, 'A graphics state has HTO.');
  if (state.has('HTP')) add(phaseRule, 'A graphics state has HTP.');
  checkIntent(document.nameAt(state, 'RI'), place, findings);
  const mode = toList(file.get(state, 'BM'))
    .map((item) => getName(file.resolve(item)))
    .find((name) => name !== undefined);
  if (mode !== undefined && !blendModes.has(mode))
    add(blendRule, `The blend mode ${JSON.stringify(mode)} is unknown.`);
  const halftone = document.dictOf(state.get('HT'));
  if (halftone) checkHalftone(document, halftone, undefined, place, findings);
}

const processColorants: ReadonlySet<string | undefined> = new Set([
  undefined,
  'Cyan',
  'Magenta',
  'Yellow',
  'Black',
]);
const severalHalftones = 5;

/** `colorant` is the key of a halftone that is part of another one. */
function checkHalftone(
  document: CheckedDocument,
  halftone: PdfDict,
  colorant: string | undefined,
  place: Place,
  findings: FindingCollector,
): void {
  const { file } = document;
  const type = file.number(halftone, 'HalftoneType');
  if (type !== 1 && type !== severalHalftones) {
    findings.add(halftoneTypeRule, {
      ...place,
      message: `A halftone is of type ${type ?? 'unknown'} instead of 1 or 5.`,
    });
  }
  if (isText(file.get(halftone, 'HalftoneName'))) {
    findings.add(halftoneNameRule, { ...place, message: 'A halftone has a name.' });
  }
  const hasTransfer = file.get(halftone, 'TransferFunction') !== null;
  const wantsTransfer = !processColorants.has(colorant);
  if (colorant !== 'Default' && hasTransfer !== wantsTransfer) {
    const has = hasTransfer ? 'has a' : 'lacks the';
    const message = `A halftone${colorant === undefined ? '' : ` of ${colorant}`} ${has} transfer function.`;
    findings.add(halftoneTransferRule, { ...place, message });
  }
  if (type !== severalHalftones || colorant !== undefined) return;
  for (const [key, value] of halftone) {
    const part = document.dictOf(value);
    if (part) checkHalftone(document, part, key, place, findings);
  }
}

const isText = (value: PdfValue): boolean => value !== null && typeof value === 'object';

export const stateCheck: Check = {
  rules: [
    transferRule,
    transfer2Rule,
    phaseRule,
    originRule,
    halftoneTypeRule,
    halftoneNameRule,
    halftoneTransferRule,
    blendRule,
    intentRule,
  ],
  visit,
};
