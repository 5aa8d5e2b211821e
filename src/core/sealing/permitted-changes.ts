/** What changes after a signature mean for it, by what the document's author permits (DocMDP, ISO 32000-2, table 257). */
import type { CertificationLevel, ChangeKind, RevisionChange } from '../pdf/index.ts';
import type { SealFinding } from './verified-signature.ts';

/** The lowest certification level that permits a change. Content never changes. */
const lowestLevels: Readonly<Record<ChangeKind, CertificationLevel | undefined>> = {
  evidence: 1,
  'lost-evidence': 1,
  signature: 2,
  properties: 2,
  form: 2,
  annotation: 3,
  content: undefined,
};

/** What a reader should know of, although it is permitted. */
const remarkable: ReadonlySet<ChangeKind> = new Set(['lost-evidence', 'form', 'annotation', 'properties']);

/** `certification`: undefined for a document that is not certified, in which everything but the content may change. */
export function judgeChanges(
  changes: readonly RevisionChange[],
  certification: CertificationLevel | undefined,
): SealFinding[] {
  return changes.flatMap(({ kind, what }): SealFinding[] => {
    const lowest = lowestLevels[kind];
    if (lowest === undefined || lowest > (certification ?? 3)) {
      const reason = lowest === undefined ? '' : ', which the certified document does not permit';
      return [{ code: 'changed', severity: 'error', message: `Changed after it: ${what}${reason}.` }];
    }
    if (!remarkable.has(kind)) return [];
    return [{ code: 'changed', severity: 'warning', message: `Changed after it, as is permitted: ${what}.` }];
  });
}
