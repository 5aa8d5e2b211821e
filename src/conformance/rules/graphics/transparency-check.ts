/** Transparency needs a blending colour space: clause 6.2.10. */
import { isNamed, type PdfDict, PdfName, PdfStream } from '#pdf/object';
import type { ContentPosition, ContentStream, ContentVisitor } from '../../content/content-visitor.ts';
import type { CheckedDocument, CheckedPage } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';
import { findOutputColorSpace } from './output-intents.ts';

const blendingRule: Rule = {
  pdfa: ['6.2.10', 2],
  remedy: 'Add an output intent, or give the page a transparency group with a colour space.',
};

const blending4Rule: Rule = { ...blendingRule, pdfa: undefined, pdfa4: ['6.2.9', 2] };

function visit(document: CheckedDocument, findings: FindingCollector): ContentVisitor {
  if (findOutputColorSpace(document) !== undefined) return {};
  const { file } = document;
  const reported = new Set<CheckedPage>();
  const report = (stream: ContentStream) => {
    const { page } = stream;
    if (!page || !stream.isShown || reported.has(page)) return;
    reported.add(page);
    if (document.dictOf(page.dict.get('Group'))?.has('CS')) return;
    const message =
      'A page has transparency, but neither the page nor the file says in which colours to blend.';
    findings.add(blendingRule, { message, page: page.number, object: stream.object });
    if (findOutputColorSpace(document, page.dict) !== undefined) return;
    findings.add(blending4Rule, { message, page: page.number, object: stream.object });
  };
  const isGroup = (dict: PdfDict) =>
    document.nameAt(document.dictOf(dict.get('Group')), 'S') === 'Transparency';
  return {
    paint: (_, at, { fills, strokes }) => {
      if (isTransparent(at, fills, strokes)) report(at.stream);
    },
    operators: {
      Do: ([name], at) => {
        const xobject = name instanceof PdfName ? at.resource('XObject', name.value) : null;
        if (!(xobject instanceof PdfStream)) return;
        const { dict } = xobject;
        const isForm = isNamed(file.get(dict, 'Subtype'), 'Form');
        const hasMask =
          file.get(dict, 'SMask') instanceof PdfStream || (file.number(dict, 'SMaskInData') ?? 0) > 0;
        if (isForm ? isGroup(dict) || isTransparent(at, true, true) : hasMask) report(at.stream);
      },
    },
    enter: (stream) => {
      if (stream.kind === 'appearance' && isGroup(stream.dict)) report(stream);
    },
  };
}

function isTransparent({ state }: ContentPosition, fills: boolean, strokes: boolean): boolean {
  if (!fills && !strokes) return false;
  return (
    state.isMasked || state.isBlended || (fills && state.alphaFill < 1) || (strokes && state.alphaStroke < 1)
  );
}

export const transparencyCheck: Check = { rules: [blendingRule, blending4Rule], visit };
