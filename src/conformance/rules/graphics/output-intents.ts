/** The output intents of a file, which say what its device colours mean: clause 6.2.3. */
import { isDict, type PdfDict, PdfRef, PdfStream } from '#pdf/object';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import type { Check, Rule } from '../rule.ts';
import { readIccProfile } from './icc-profile.ts';

const profileRule: Rule = {
  pdfa: ['6.2.3', 1],
  pdfa4: ['6.2.3', 1],
  remedy: 'Use an ICC profile of a monitor or a printer, of version 2 or 4, for RGB, CMYK or grey.',
};
const sameProfileRule: Rule = {
  pdfa: ['6.2.3', 2],
  pdfa4: ['6.2.3', 2],
  remedy: 'Let all output intents name the same profile object.',
};
const profileReferenceRule: Rule = { pdfa: ['6.2.3', 3] };
const profileReference4Rule: Rule = {
  pdfa4: ['6.2.3', 3],
  remedy: 'Embed the profile of the output intent.',
};

/** `owner`: the catalog, or from PDF 2.0 on a page. */
function findOutputIntents({ file }: CheckedDocument, owner: PdfDict): PdfDict[] {
  return (file.array(owner, 'OutputIntents') ?? []).map((item) => file.resolve(item)).filter(isDict);
}

/**
 * The colour space of the profile of the intent for PDF/A: `RGB `, `CMYK` or `GRAY`. Undefined if there is none.
 */
export function findOutputColorSpace(
  document: CheckedDocument,
  owner: PdfDict = document.catalog,
): string | undefined {
  const profile = findOutputProfile(document, owner);
  return profile && readIccProfile(document, profile)?.colorSpace;
}

/** The profile of the last intent for PDF/A that has one. */
export function findOutputProfile(
  document: CheckedDocument,
  owner: PdfDict = document.catalog,
): PdfStream | undefined {
  return findOutputIntents(document, owner)
    .filter((intent) => document.nameAt(intent, 'S') === 'GTS_PDFA1')
    .map((intent) => document.file.get(intent, 'DestOutputProfile'))
    .findLast((profile) => profile instanceof PdfStream);
}

const outputClasses = new Set(['prtr', 'mntr']);
const outputSpaces = new Set(['RGB ', 'CMYK', 'GRAY']);

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file } = document;
  const profiles = new Set<string | number>();
  for (const intent of findOutputIntents(document, document.catalog)) {
    const value = intent.get('DestOutputProfile');
    const object = document.objectNumber(value);
    if (value instanceof PdfRef) profiles.add(value.number);
    const stream = file.resolve(value);
    if (stream instanceof PdfStream) checkProfile(document, stream, object, findings);
    if (intent.has('DestOutputProfileRef')) {
      findings.add(profileReference4Rule, {
        message: 'An output intent refers to a profile outside the file.',
      });
    }
    if (document.nameAt(intent, 'S') === 'GTS_PDFX' && intent.has('DestOutputProfileRef')) {
      findings.add(profileReferenceRule, {
        message: 'An output intent for PDF/X refers to a profile outside the file.',
      });
    }
  }
  if (profiles.size > 1) {
    findings.add(sameProfileRule, {
      message: `The output intents have ${profiles.size} different profiles.`,
    });
  }
}

function checkProfile(
  document: CheckedDocument,
  stream: PdfStream,
  object: number | undefined,
  findings: FindingCollector,
): void {
  const profile = readIccProfile(document, stream);
  if (!profile) {
    findings.add(profileRule, { message: 'The profile of an output intent is not an ICC profile.', object });
    return;
  }
  const { deviceClass, colorSpace, version } = profile;
  if (outputClasses.has(deviceClass) && outputSpaces.has(colorSpace) && version < 5) return;
  const message = `The profile of an output intent is of class "${deviceClass}", space "${colorSpace.trim()}" and version ${version}.`;
  findings.add(profileRule, { message, object });
}

export const outputIntentCheck: Check = {
  rules: [profileRule, sameProfileRule, profileReferenceRule, profileReference4Rule],
  inspect,
};
