/** Operators, resources and XObjects of content streams: clauses 6.1.13, 6.2.2 and 6.2.9. */
import { getName, isNamed, PdfName, PdfStream } from '#pdf/object';
import type { ContentVisitor } from '../../content/content-visitor.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';

const operatorRule: Rule = { pdfa: ['6.2.2', 1], pdfa4: ['6.2.2', 1] };
const resourcesRule: Rule = {
  pdfa: ['6.2.2', 2],
  pdfa4: ['6.2.2', 2],
  remedy: 'Give each page and each form a Resources dictionary with all that it uses.',
};
const missingRule: Rule = {
  pdfa4: ['6.2.2', 3],
  remedy: 'Give each page and each form a Resources dictionary with all that it uses.',
};
const nestingRule: Rule = { pdfa: ['6.1.13', 8] };
const formRule: Rule = { pdfa: ['6.2.9', 1] };
const form4Rule: Rule = { pdfa4: ['6.2.8.1', 1] };
const referenceRule: Rule = { pdfa: ['6.2.9', 2], pdfa4: ['6.2.8.2', 1] };
const postScriptRule: Rule = { pdfa: ['6.2.9', 3] };

/** ISO 32000-1, table A.1. An inline image is reported as `EI`. */
const operators = new Set(
  (
    "b B b* B* BDC BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i j J K k l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' " +
    '"'
  ).split(' '),
);

const maxNesting = 28;

function visit(document: CheckedDocument, findings: FindingCollector): ContentVisitor {
  const { file } = document;
  return {
    everyOperator: (operator, _, { stream }) => {
      if (operators.has(operator)) return;
      const message = `A content stream has the unknown operator ${JSON.stringify(operator.slice(0, 20))}.`;
      findings.add(operatorRule, { message, page: stream.page?.number, object: stream.object });
    },
    damaged: (reason, stream) => {
      const message = `A content stream is damaged: ${reason}`;
      findings.add(operatorRule, { message, page: stream.page?.number, object: stream.object });
    },
    inheritedResource: (category, name, stream) => {
      const message = `A content stream lacks the resource ${category} ${name}, which it inherits.`;
      findings.add(resourcesRule, { message, page: stream.page?.number, object: stream.object });
    },
    missingResource: (category, name, stream) => {
      const message = `A content stream uses the resource ${category} ${name.slice(0, 40)}, which nothing defines.`;
      findings.add(missingRule, { message, page: stream.page?.number, object: stream.object });
    },
    operators: {
      q: (_, { state, stream }) => {
        if (state.depth <= maxNesting) return;
        const message = `A content stream nests q and Q more than ${maxNesting} levels deep.`;
        findings.add(nestingRule, { message, page: stream.page?.number, object: stream.object });
      },
      Do: ([name], { resource, stream }) => {
        const xobject = name instanceof PdfName ? resource('XObject', name.value) : null;
        if (!(xobject instanceof PdfStream)) return;
        const place = { page: stream.page?.number, object: document.objectNumber(xobject) };
        const subtype = getName(file.get(xobject.dict, 'Subtype'));
        if (subtype === 'PS')
          findings.add(postScriptRule, { ...place, message: 'The file has a PostScript XObject.' });
        if (subtype !== 'Form') return;
        checkForm(document, xobject, place, findings);
      },
    },
    enter: (stream) => {
      if (stream.kind !== 'appearance' || !stream.stream) return;
      checkForm(document, stream.stream, { page: stream.page?.number, object: stream.object }, findings);
    },
  };
}

function checkForm(
  { file }: CheckedDocument,
  { dict }: PdfStream,
  place: { page: number | undefined; object: number | undefined },
  findings: FindingCollector,
): void {
  const keys = ['OPI', 'PS'].filter((key) => dict.has(key));
  if (isNamed(file.get(dict, 'Subtype2'), 'PS')) keys.push('Subtype2 PS');
  if (keys.length > 0)
    findings.add(formRule, { ...place, message: `A form XObject has ${keys.join(', ')}.` });
  if (dict.has('OPI')) findings.add(form4Rule, { ...place, message: 'A form XObject has OPI.' });
  if (dict.has('Ref'))
    findings.add(referenceRule, { ...place, message: 'A form XObject refers to another file.' });
}

export const contentCheck: Check = {
  rules: [
    ...[operatorRule, resourcesRule, missingRule, nestingRule],
    ...[formRule, form4Rule, referenceRule, postScriptRule],
  ],
  visit,
};
