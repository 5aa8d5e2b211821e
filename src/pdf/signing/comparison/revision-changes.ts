/** The kinds of changes to a PDF after it was signed. */

/**
 * - `evidence`: certificates, revocation lists and time stamps for signatures were added.
 * - `lost-evidence`: some of them are no longer there.
 * - `signature`: further signatures and their fields.
 * - `seal`: further signatures that a page shows.
 * - `properties`: title, author and other properties.
 * - `form`: fields were filled in.
 * - `annotation`: annotations were added, changed or removed.
 * - `content`: anything else, such as pages.
 */
export type ChangeKind =
  | 'evidence'
  | 'lost-evidence'
  | 'signature'
  | 'seal'
  | 'properties'
  | 'form'
  | 'annotation'
  | 'content';

export interface RevisionChange {
  readonly kind: ChangeKind;
  /** Names the changed part for people: `the content of page 2`. */
  readonly what: string;
  /** The name of the field that was filled in or signed. */
  readonly field?: string | undefined;
}

export type AddChange = (kind: ChangeKind, what: string, field?: string) => void;

/** More changes than this are as bad as this many. */
export const maxChanges = 100;
