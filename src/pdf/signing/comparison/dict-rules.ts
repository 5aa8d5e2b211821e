/** Rules that tell what a changed entry means, for the dictionaries that a later revision may change. */

/** A kind of change; or what the entry holds, which is compared further; or nothing worth naming. */
type EntryMeaning =
  | 'evidence'
  | 'properties'
  | 'extensions'
  | 'form-dict'
  | 'fields'
  | 'resources'
  | 'form'
  | 'annotations'
  | 'nothing';

export interface DictRule {
  /** Names what was changed if an entry without a meaning was. */
  readonly what: string;
  readonly meanings: Readonly<Record<string, EntryMeaning>>;
}

export const catalogRule: DictRule = {
  what: 'the catalog',
  meanings: {
    AcroForm: 'form-dict',
    DSS: 'evidence',
    Metadata: 'properties',
    Extensions: 'extensions',
    // Only raises what a reader must understand.
    Version: 'nothing',
  },
};

export const formRule: DictRule = {
  what: 'the form',
  meanings: { Fields: 'fields', SigFlags: 'nothing', DR: 'resources', DA: 'form', NeedAppearances: 'form' },
};

export const pageRule = (page: number): DictRule => ({
  what: `the content of page ${page}`,
  // `LastModified`: the date on which a program changed the page.
  meanings: { Annots: 'annotations', LastModified: 'nothing' },
});

/** A node above the pages. `ITXT`: the version of iText 5, which it writes there when it signs. */
export const pageTreeRule: DictRule = { what: 'the tree of pages', meanings: { ITXT: 'nothing' } };

/** Which program changed the file, and when: every program that adds to a file writes that. */
export const infoRule: DictRule = {
  what: 'the properties of the document',
  meanings: { ModDate: 'nothing', Producer: 'nothing' },
};

/** Keys that are inherited by every object of JavaScript have no meaning. */
export const meaningOf = ({ meanings }: DictRule, key: string): EntryMeaning | undefined =>
  Object.hasOwn(meanings, key) ? meanings[key] : undefined;

/** The entries that filling a field changes. */
export const valueKeys: ReadonlySet<string> = new Set(['V', 'AP', 'AS', 'I', 'RV', 'M']);

/** The entries that signing a field changes. */
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
