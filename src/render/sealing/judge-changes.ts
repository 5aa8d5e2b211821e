/** Judges changes after a signature, by what the document's author and the signer permit. */

import type { ChangeKind, RevisionChange } from '#pdf';
import type { PdfSignature } from '#pdf/signing/read-signatures';
import type { CertificationLevel } from '#pdf/signing/signature-dictionary';
import type { SealFinding } from './verified-signature.ts';

/** The lowest level that permits a change (DocMDP, ISO 32000-2, table 257). Content never changes. */
const lowestLevels: Readonly<Record<ChangeKind, CertificationLevel | undefined>> = {
  evidence: 1,
  'lost-evidence': 1,
  signature: 2,
  seal: 2,
  properties: 2,
  form: 2,
  annotation: 3,
  content: undefined,
};

/** Permitted changes that a reader should know of nevertheless, above all those that show on a page. */
const severities: Readonly<Partial<Record<ChangeKind, 'warning' | 'note'>>> = {
  'lost-evidence': 'warning',
  seal: 'note',
  form: 'warning',
  annotation: 'warning',
  properties: 'warning',
};

interface Permissions extends Pick<PdfSignature, 'lockLevel'> {
  /** Undefined for a document that is not certified, in which everything but the content may change. */
  readonly certification: CertificationLevel | undefined;
}

export function judgeChanges(
  changes: readonly RevisionChange[],
  { certification, lockLevel }: Permissions,
): SealFinding[] {
  const highest = Math.min(certification ?? 3, lockLevel ?? 3);
  const who =
    lockLevel === highest && lockLevel !== certification ? 'the lock of its field' : 'the certified document';
  return changes.flatMap(({ kind, what }): SealFinding[] => {
    const lowest = lowestLevels[kind];
    if (lowest === undefined || lowest > highest) {
      const reason = lowest === undefined ? '' : `, which ${who} does not permit`;
      return [{ code: 'changed', severity: 'error', message: `Changed after it: ${what}${reason}.` }];
    }
    const severity = severities[kind];
    if (severity === undefined) return [];
    return [{ code: 'changed', severity, message: `Changed after it, as is permitted: ${what}.` }];
  });
}
