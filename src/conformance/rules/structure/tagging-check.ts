/** The content of pages and whether it is tagged or an artifact: clauses 7.1, 7.2 and 7.20 of PDF/UA, 6.7.4 of PDF/A. */
import { isDict, type PdfDict, PdfName, PdfStream, PdfString, type PdfValue } from '#pdf/object';
import type {
  ContentMark,
  ContentPosition,
  ContentStream,
  ContentVisitor,
  PaintKind,
} from '../../content/content-visitor.ts';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { type StructureTree, structureTreeOf } from '../../structure/structure-tree.ts';
import { languageRemedy } from '../remedies.ts';
import type { Check, Rule } from '../rule.ts';
import { checkLanguage, languageRules } from './language-rules.ts';

const tagRemedy =
  'Ask for PDF/UA when the document is made: pdfapi then tags all content or marks it as an artifact.';

const artifactInTagRule: Rule = { pdfua: ['7.1', 1], remedy: tagRemedy };
const tagInArtifactRule: Rule = { pdfua: ['7.1', 2], remedy: tagRemedy };
const untaggedRule: Rule = { pdfua: ['7.1', 3], pdfua2: ['8.2.2', 1], remedy: tagRemedy };
const spanRules: readonly (readonly [key: string, rule: Rule])[] = [
  ['ActualText', { pdfua: ['7.2', 30], remedy: languageRemedy }],
  ['Alt', { pdfua: ['7.2', 31], remedy: languageRemedy }],
  ['E', { pdfua: ['7.2', 32], remedy: languageRemedy }],
];
const textLanguageRule: Rule = { pdfua: ['7.2', 34], remedy: languageRemedy };
const referenceRule: Rule = {
  pdfua: ['7.20', 1],
  remedy: 'Replace the reference to another file by its content.',
};
const sharedFormRule: Rule = {
  pdfua: ['7.20', 2],
  remedy: 'Draw a form with tagged content only once, and repeat it as an artifact without tags.',
};

/** Facts about a piece of content that come from the marks and forms around it. */
interface MarkFacts {
  /** The structure element of the nearest mark or form that belongs to one. */
  readonly element: PdfDict | undefined;
  readonly isTagged: boolean;
  readonly isArtifact: boolean;
  /** The language of the nearest mark that has one, itself or by its element. */
  readonly language: string | undefined;
}

const unmarked: MarkFacts = { element: undefined, isTagged: false, isArtifact: false, language: undefined };

class ContentChecker {
  readonly #document: CheckedDocument;
  readonly #findings: FindingCollector;
  readonly #tree: StructureTree;
  readonly #hasLanguage: boolean;
  readonly #streams = new Map<ContentStream, MarkFacts>();
  /** Facts by mark, for the marks that are open. */
  readonly #marks = new Map<ContentMark, MarkFacts>();
  readonly #drawnForms = new Set<PdfStream>();

  constructor(document: CheckedDocument, findings: FindingCollector) {
    this.#document = document;
    this.#findings = findings;
    this.#tree = structureTreeOf(document);
    this.#hasLanguage = document.file.get(document.catalog, 'Lang') instanceof PdfString;
  }

  visitor(): ContentVisitor {
    const languages: ContentVisitor['operators'] = {
      BDC: ([, properties], at) => this.#checkMarkLanguage(properties, at),
    };
    if (!this.#findings.wants(untaggedRule)) return { operators: languages };
    return {
      operators: {
        ...languages,
        // The mark is still open when its end is seen.
        EMC: (_, at) => this.#checkMark(at),
        Do: ([name], at) => this.#checkSharedForm(name, at),
      },
      enter: (stream, mark) => this.#enter(stream, mark),
      paint: (kind, at) => {
        if (kind !== 'form') this.#checkPainted(kind, at);
      },
    };
  }

  #enter(stream: ContentStream, mark: ContentMark | undefined): void {
    if (stream.stream?.dict.has('Ref') && (stream.kind === 'form' || stream.kind === 'appearance')) {
      this.#report(referenceRule, stream, 'A form refers to content of another file (Ref).');
    }
    if (stream.kind !== 'form' || !stream.parent) return;
    const around = this.#factsAt(stream.parent, mark);
    const element = this.#tree.elementOfObject(stream.dict) ?? around.element;
    const { isInTree } = this.#tree.contextOf(element);
    this.#streams.set(stream, { ...unmarked, element, isTagged: isInTree, isArtifact: around.isArtifact });
  }

  /** The facts of the innermost mark in the stream or else of the stream itself. */
  #factsAt(stream: ContentStream, mark: ContentMark | undefined): MarkFacts {
    return mark?.stream === stream ? this.#factsOf(mark) : (this.#streams.get(stream) ?? unmarked);
  }

  #factsOf(mark: ContentMark): MarkFacts {
    const known = this.#marks.get(mark);
    if (known) return known;
    const facts = this.#readFacts(mark);
    this.#marks.set(mark, facts);
    return facts;
  }

  #readFacts({ tag, properties, mcid, stream, outer }: ContentMark): MarkFacts {
    const around = this.#factsAt(stream, outer);
    const own = mcid === undefined ? undefined : this.#tree.elementOfContent(stream.dict, mcid);
    const element = own ?? around.element;
    const language = properties && this.#tree.text(properties, 'Lang');
    return {
      element,
      isTagged: own ? this.#tree.contextOf(own).isInTree : around.isTagged,
      isArtifact: around.isArtifact || tag === 'Artifact',
      language: language ?? this.#tree.contextOf(own).language ?? around.language,
    };
  }

  #checkMark({ mark, stream }: ContentPosition): void {
    if (!mark || mark.stream !== stream) return;
    const { isTagged, isArtifact, language } = this.#factsOf(mark);
    this.#marks.delete(mark);
    if (!isPageContent(stream)) return;
    if (isTagged && mark.tag === 'Artifact') {
      this.#report(artifactInTagRule, stream, 'An artifact is within tagged content.');
    }
    if (isTagged && isArtifact)
      this.#report(tagInArtifactRule, stream, 'Tagged content is within an artifact.');
    if (mark.tag !== 'Span' || !mark.properties || language !== undefined || this.#hasLanguage) return;
    for (const [key, rule] of spanRules) {
      if (this.#tree.text(mark.properties, key) === undefined) continue;
      this.#report(rule, stream, `The language of the ${key} text of a Span is not known.`);
    }
  }

  #checkPainted(kind: PaintKind, { stream, mark }: ContentPosition): void {
    if (!isPageContent(stream)) return;
    const { isTagged, isArtifact, language } = this.#factsAt(stream, mark);
    if (!isTagged && !isArtifact) {
      this.#report(untaggedRule, stream, `Content (${kind}) is neither tagged nor marked as an artifact.`);
    }
    if (kind === 'text' && language === undefined && !this.#hasLanguage) {
      this.#report(textLanguageRule, stream, 'The language of text is not known.');
    }
  }

  #checkMarkLanguage(operand: PdfValue | undefined, { stream, resource }: ContentPosition): void {
    const properties = operand instanceof PdfName ? resource('Properties', operand.value) : operand;
    if (!isDict(properties) || !properties.has('Lang')) return;
    checkLanguage(this.#tree.text(properties, 'Lang'), 'marked content', this.#findings, place(stream));
  }

  #checkSharedForm(name: PdfValue | undefined, { stream, resource }: ContentPosition): void {
    const form = name instanceof PdfName ? resource('XObject', name.value) : null;
    if (!(form instanceof PdfStream) || !form.dict.has('StructParents')) return;
    if (this.#document.nameAt(form.dict, 'Subtype') !== 'Form') return;
    if (this.#drawnForms.has(form))
      this.#report(sharedFormRule, stream, 'A form with tagged content is drawn twice.');
    this.#drawnForms.add(form);
  }

  #report(rule: Rule, stream: ContentStream, message: string): void {
    this.#findings.add(rule, { message, ...place(stream) });
  }
}

/** Whether the stream belongs to a page. Appearances, patterns and glyphs are parts of what uses them. */
function isPageContent(stream: ContentStream): boolean {
  let each: ContentStream | undefined = stream;
  while (each?.kind === 'form') each = each.parent;
  return each?.kind === 'page';
}

function place({ page, object }: ContentStream): { page: number | undefined; object: number | undefined } {
  return { page: page?.number, object };
}

export const taggingCheck: Check = {
  rules: [
    ...[artifactInTagRule, tagInArtifactRule, untaggedRule, textLanguageRule, referenceRule, sharedFormRule],
    ...spanRules.map(([, rule]) => rule),
    ...languageRules,
  ],
  visit: (document, findings) => new ContentChecker(document, findings).visitor(),
};
