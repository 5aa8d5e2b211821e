/** Embedded files: clauses 6.8 of PDF/A and 7.11 of PDF/UA. */
import { nameTreeEntries } from '#pdf/document/name-tree';
import { isDict, type PdfDict, PdfRef, PdfStream, type PdfValue } from '#pdf/object';
import { decodeTextString } from '#pdf/text-string';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { SharedLists } from '../../model/shared-lists.ts';
import type { Check, Rule } from '../rule.ts';

const attachRemedy = 'Attach the file with --attach or --e-invoice when the document is made.';

const mimeRule: Rule = {
  pdfa: ['6.8', 1],
  pdfa4: ['6.9', 1],
  part: 3,
  remedy: 'Attach the file with its media type, such as text/xml.',
};
const namesRule: Rule = { pdfa: ['6.8', 2], pdfa4: ['6.9', 2], pdfua: ['7.11', 1], remedy: attachRemedy };
const emptyNameRule: Rule = { pdfua: ['7.11', 1], remedy: attachRemedy };
const relationshipRule: Rule = { pdfa: ['6.8', 3], part: 3, remedy: attachRemedy };
const associatedRule: Rule = { pdfa: ['6.8', 4], part: 3, remedy: attachRemedy };
const archiveRule: Rule = {
  pdfa: ['6.8', 5],
  part: 2,
  remedy: 'Ask for PDF/A-3, which allows any file as an attachment, or attach only PDF/A files.',
};

const archive4Rule: Rule = {
  pdfa4: ['6.9', 3],
  levels4: ['pdfa-4'],
  remedy: 'Ask for PDF/A-4f, which allows any file as an attachment, or attach only PDF/A files.',
};
const relationship4Rule: Rule = { pdfa4: ['6.9', 4], remedy: attachRemedy };
const listedRule: Rule = {
  pdfa4: ['6.9', 5],
  levels4: ['pdfa-4f'],
  remedy: 'Attach a file, or ask for PDF/A-4.',
};

const describedRule: Rule = { pdfua2: ['8.14.1', 1], remedy: 'Describe the attached file (Desc).' };

const mediaType = /^[-\w+.]+\/[-\w+.]+$/;

/** The keys of `/EF`, one for each kind of file name. */
const fileKeys = ['F', 'UF', 'DOS', 'Mac', 'Unix'];

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { specifications, associated } = findSpecifications(document);
  const { file, catalog } = document;
  const names = file.dict(catalog, 'Names');
  if (!names || file.get(names, 'EmbeddedFiles') === null) {
    findings.add(listedRule, { message: 'The document lists no attached files (EmbeddedFiles).' });
  }
  for (const [, item] of nameTreeEntries(file, names?.get('EmbeddedFiles'))) {
    const specification = file.resolve(item);
    if (!isDict(specification) || specification.has('Desc')) continue;
    const message = `The attached file ${titleOf(document, specification)} has no description (Desc).`;
    findings.add(describedRule, { message, object: document.objectNumber(specification) });
  }
  const checked = new Set<PdfStream>();
  for (const specification of specifications) {
    checkSpecification(document, specification, associated, findings);
    const files = document.file.dict(specification, 'EF');
    for (const key of files ? fileKeys : []) {
      const stream = files && document.file.get(files, key);
      if (!(stream instanceof PdfStream) || checked.has(stream)) continue;
      checked.add(stream);
      checkFile(document, stream, titleOf(document, specification), findings);
    }
  }
}

function checkSpecification(
  document: CheckedDocument,
  specification: PdfDict,
  associated: ReadonlySet<PdfDict>,
  findings: FindingCollector,
): void {
  const { file } = document;
  const object = document.objectNumber(specification);
  const title = titleOf(document, specification);
  if (specification.has('EF')) {
    const names = [file.string(specification, 'F'), file.string(specification, 'UF')];
    if (names.includes(undefined)) {
      findings.add(namesRule, {
        message: `The attached file ${title} does not have both names, F and UF.`,
        object,
      });
    } else if (names.some((name) => name?.bytes === '')) {
      findings.add(emptyNameRule, { message: 'An attached file has an empty name.', object });
    }
  }
  if (file.name(specification, 'AFRelationship') === undefined) {
    const message = `The file ${title} does not say how it relates to the document (AFRelationship).`;
    findings.add(relationshipRule, { message, object });
    if (specification.has('EF')) findings.add(relationship4Rule, { message, object });
  }
  if (!associated.has(specification)) {
    findings.add(associatedRule, {
      message: `The file ${title} is not associated with the document (AF).`,
      object,
    });
  }
}

function checkFile(
  document: CheckedDocument,
  stream: PdfStream,
  title: string,
  findings: FindingCollector,
): void {
  const object = document.objectNumber(stream);
  const type = document.nameAt(stream.dict, 'Subtype');
  if (type === undefined || !mediaType.test(type)) {
    const what = type === undefined ? 'no media type' : `the media type "${type.slice(0, 40)}"`;
    findings.add(mimeRule, { message: `The attached file ${title} has ${what}.`, object });
  }
  for (const [rule, part] of [
    [archiveRule, 2],
    [archive4Rule, 4],
  ] as const) {
    if (!findings.wants(rule)) continue;
    const bytes = document.decode(stream);
    if (bytes && document.isArchive(bytes, part)) continue;
    const allowed = part === 2 ? 'PDF/A-1 or PDF/A-2' : 'PDF/A-1, PDF/A-2 or PDF/A-4';
    findings.add(rule, { message: `The attached file ${title} is no ${allowed} file.`, object });
  }
}

function titleOf({ file }: CheckedDocument, specification: PdfDict): string {
  const name = file.string(specification, 'UF') ?? file.string(specification, 'F');
  return name ? `"${decodeTextString(name).slice(0, 60)}"` : 'without a name';
}

/** All file specifications, and those that something names as associated with it. */
function findSpecifications(document: CheckedDocument): {
  specifications: ReadonlySet<PdfDict>;
  associated: ReadonlySet<PdfDict>;
} {
  const { file, catalog } = document;
  const specifications = new Set<PdfDict>();
  const associated = new Set<PdfDict>();
  const lists = new SharedLists(document);
  for (const { value } of document.objects) {
    visitDicts(value, (dict) => {
      if (dict.has('Type') && file.name(dict, 'Type') === 'Filespec') specifications.add(dict);
      if (!dict.has('AF')) return;
      for (const item of lists.walk(file.array(dict, 'AF') ?? [])) {
        const target = item instanceof PdfRef ? file.resolve(item) : null;
        if (isDict(target)) associated.add(target);
      }
    });
  }
  const names = file.dict(catalog, 'Names');
  for (const [, value] of nameTreeEntries(file, names?.get('EmbeddedFiles'))) {
    const specification = file.resolve(value);
    if (isDict(specification)) specifications.add(specification);
  }
  return { specifications, associated };
}

/** Visits the dictionaries in an object, without those that it refers to. The parser bounds how deep they are. */
function visitDicts(value: PdfValue, visit: (dict: PdfDict) => void): void {
  const inner = value instanceof PdfStream ? value.dict : value;
  if (isDict(inner)) visit(inner);
  else if (!Array.isArray(inner)) return;
  for (const each of inner.values()) if (isDict(each) || Array.isArray(each)) visitDicts(each, visit);
}

export const attachmentCheck: Check = {
  rules: [
    ...[mimeRule, namesRule, emptyNameRule, relationshipRule, associatedRule, archiveRule],
    ...[archive4Rule, relationship4Rule, listedRule, describedRule],
  ],
  inspect,
};
