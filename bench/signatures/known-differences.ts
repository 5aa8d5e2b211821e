/** Signatures that others judge otherwise, and why pdfapi does not follow them. */

export interface KnownDifference {
  readonly judge: 'pyHanko' | 'DSS';
  readonly theirs: 'valid' | 'invalid' | 'cannot';
  /** In what the judge says. */
  readonly reason?: RegExp;
  /** In what pdfapi says. */
  readonly own?: RegExp;
  /** In the path of the file. */
  readonly files?: RegExp;
  /** One line. */
  readonly why: string;
}

/** The first that fits counts. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    reason: /VRI key|Unexpected keys in (DSS|VRI)/,
    why: 'Only evidence was changed, by DSS and Adobe, which rewrite VRI; DSS permits it, and a piece that is gone is a warning.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    reason: /were freed/,
    why: 'iText frees what it no longer refers to; a freed object is compared like one that was changed, and nothing used these.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    reason: /AdditionalStreams/,
    why: 'Evidence got a number to which the trailer of OpenOffice refers for its own format; no viewer follows that, and DSS permits it.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    reason: /only allowed after an approval signature/,
    why: 'A certification of level 2 permits signing (ISO 32000-2, table 257); pyHanko calls its rule stricter than Acrobat.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    reason: /Dict keys differ|dict key \/(I|Opt) differ/,
    why: 'Filling a choice field changes its /I, which pyHanko does not know.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    reason: /dict key \/(?!Resources)/,
    own: /^$/,
    why: 'The values are those that filling or signing changes, or copies with the same content.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    reason: /Resources differ/,
    why: 'The page got a copy of its resources with the same content; DSS compares by content, too.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    files: /sneaky/,
    why: 'What the catalog or the trailer shares with the field stayed as it was: the field got a new appearance beside it.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    reason: /CONTIGUOUS_BLOCK|Nonstandard/,
    own: /^$/,
    why: 'The range ends with %%EOF and its end of line, before the next object; pyHanko measures the revision otherwise.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    reason: /deleted from dictionary/,
    own: /^$/,
    why: 'The entry was removed without any effect on what is shown.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    files: /timestamped-fields|wrong-digest-algo/,
    why: 'Only a place of a time stamp on a page, and evidence in objects of its own, were added; DSS permits it.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    reason: /unexplained xrefs/,
    own: /^$/,
    why: 'An annotation, which an uncertified document and level 3 permit; pyHanko does not support annotations.',
  },
  {
    judge: 'pyHanko',
    theirs: 'invalid',
    reason: /^not intact/,
    why: 'SHA-3 with RSA, ECDSA in plain numbers, and attributes that are not in the order of DER: pyHanko does not verify them; node does.',
  },
  {
    judge: 'pyHanko',
    theirs: 'valid',
    own: /time stamp|does not fit the certificate/,
    why: 'The signature is intact, but its time stamp is not, which is a separate verdict for pyHanko and an error here: somebody changed it.',
  },
  {
    judge: 'pyHanko',
    theirs: 'valid',
    own: /not supported/,
    why: 'Said to be not supported: OpenSSL verifies no PSS with two digests that the key does not name.',
  },
  {
    judge: 'pyHanko',
    theirs: 'valid',
    own: /lock of its field|locked field/,
    why: 'The lock forbids the change.',
  },
  {
    judge: 'pyHanko',
    theirs: 'cannot',
    why: 'It stops at the file or the signature with an error, or does not list the field.',
  },
  {
    judge: 'DSS',
    theirs: 'invalid',
    reason: /^not intact/,
    files: /dss-818|25sigs|lt-short|AD-RB|PAdES-LT|5-signatures/,
    why: 'The signed attributes are not in the order of DER; they are verified as they are written, as OpenSSL and poppler do.',
  },
  {
    judge: 'DSS',
    theirs: 'invalid',
    reason: /\/(AP|V|AS|I|Length|stream)\b/,
    own: /^$/,
    why: 'A field was filled and its appearance replaced in its place, which only that field uses; pyHanko permits it.',
  },
  {
    judge: 'DSS',
    theirs: 'invalid',
    files: /DSS-3567/,
    why: 'Its comparison of the structure goes astray in a loop; no object of the structure was changed.',
  },
  {
    judge: 'DSS',
    theirs: 'valid',
    own: /time stamp|does not fit the certificate/,
    why: 'The signature is intact, but its time stamp is not, which is a separate verdict for DSS and an error here: somebody changed it.',
  },
  {
    judge: 'DSS',
    theirs: 'valid',
    own: /Signatures of the kind|not supported/,
    why: 'Said to be not supported, not to be wrong.',
  },
  {
    judge: 'DSS',
    theirs: 'valid',
    own: /lock of its field|locked field|certified document does not permit/,
    why: 'The lock or the certification forbids the change; DSS counts each change of a field or an annotation as permitted.',
  },
  {
    judge: 'DSS',
    theirs: 'valid',
    own: /Changed after it/,
    why: 'Fields renamed or removed, objects of fields, extensions or evidence removed, names in the catalog: DSS counts all as permitted; pyHanko and iText refuse.',
  },
  {
    judge: 'DSS',
    theirs: 'valid',
    own: /which it holds itself|does not end with a revision/,
    why: 'A detached signature holds content, or leaves out the end of its revision; pyHanko refuses both.',
  },
  {
    judge: 'DSS',
    theirs: 'cannot',
    why: 'It stops at the file with an error, or does not list the field: empty, another type, or two fields of one value.',
  },
];
