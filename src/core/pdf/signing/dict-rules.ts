/** What a changed entry of a dictionary means, for those that a later revision may change. */

/** A kind of change; or what the entry holds, which is compared further; or nothing worth naming. */
type EntryMeaning = 'evidence' | 'properties' | 'form' | 'form-dict' | 'fields' | 'annotations' | 'nothing';

export interface DictRule {
  /** What was changed if an entry without a meaning was. */
  readonly what: string;
  readonly meanings: Readonly<Record<string, EntryMeaning>>;
}

export const catalogRule: DictRule = {
  what: 'the catalog',
  meanings: {
    AcroForm: 'form-dict',
    DSS: 'evidence',
    Metadata: 'properties',
    // Both only raise what a reader must understand.
    Extensions: 'nothing',
    Version: 'nothing',
  },
};

export const formRule: DictRule = {
  what: 'the form',
  meanings: { Fields: 'fields', SigFlags: 'nothing', DR: 'form', DA: 'form', NeedAppearances: 'form' },
};

export const pageRule = (page: number): DictRule => ({
  what: `the content of page ${page}`,
  // `LastModified`: the date on which a program changed the page.
  meanings: { Annots: 'annotations', LastModified: 'nothing' },
});

/** Keys that are inherited by every object of JavaScript have no meaning. */
export const meaningOf = ({ meanings }: DictRule, key: string): EntryMeaning | undefined =>
  Object.hasOwn(meanings, key) ? meanings[key] : undefined;

/** What filling a field changes. */
export const valueKeys: ReadonlySet<string> = new Set(['V', 'AP', 'AS', 'I', 'RV', 'M']);

/** What signing a field changes. */
export const signatureKeys: ReadonlySet<string> = new Set([
  'V',
  'AP',
  'AS',
  'F',
  'MK',
  'M',
  'DA',
  'StructParent',
]);
