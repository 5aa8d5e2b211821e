/** The signatures in the results of `pdfapi check`. */
import type { SignatureCheck, VerifiedSignature } from '#render/sealing/verified-signature';
import { sanitize } from '../../io/sanitize.ts';
import type { Style } from '../../io/style.ts';

/** The shape is part of the interface: fields are added, never renamed. */
export const signaturesAsJson = ({ signatures }: SignatureCheck) =>
  signatures.map((each) => ({
    field: each.field,
    page: each.page ?? null,
    kind: each.kind,
    valid: each.valid,
    covers_file: each.coversFile,
    signer: each.signer ?? null,
    issuer: each.issuer ?? null,
    fingerprint: each.fingerprint ?? null,
    algorithm: each.algorithm ?? null,
    level: each.level ?? null,
    trusted: each.trusted ?? null,
    date: each.date?.toISOString() ?? null,
    timestamp: each.timestamp
      ? { time: each.timestamp.time?.toISOString() ?? null, authority: each.timestamp.authority ?? null }
      : null,
    certifies: each.certifies ?? null,
    name: each.name ?? null,
    reason: each.reason ?? null,
    location: each.location ?? null,
    findings: each.findings,
  }));

/**
 * Describes signatures in the file that no field holds: they were removed from their fields, or these from the form.
 * Returns undefined if there are none. `count` is the number of all signatures in the file.
 */
function describeUnheld(check: SignatureCheck | undefined, count: number): string | undefined {
  const unheld = count - (check?.signatures.length ?? 0);
  if (unheld <= 0) return undefined;
  return `The file has ${unheld === 1 ? 'a signature that no field holds: it protects' : `${unheld} signatures that no field holds: they protect`} nothing.`;
}

/** The cells behind the path, as of other findings: the level is `signature` and the field. */
export function signatureRows(check: SignatureCheck | undefined, count: number): string[][] {
  const unheld = describeUnheld(check, count);
  const rows = unheld === undefined ? [] : [['signature', 'warning', 'not_covered', '', '', '1', unheld]];
  return [...(check?.signatures ?? []).flatMap(toSignatureRows), ...rows];
}

function toSignatureRows({ kind, field, page, valid, findings }: VerifiedSignature): string[][] {
  const level = `${kind} ${field}`;
  const place = [page?.toString() ?? '', '', '1'];
  const rows = findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ code, severity, message }) => [
      level,
      severity === 'error' ? 'failed' : 'warning',
      code,
      ...place,
      message,
    ]);
  return valid ? [[level, 'held'], ...rows] : rows;
}

/** Text for a terminal. */
export function describeSignatures(check: SignatureCheck | undefined, count: number, style: Style): string[] {
  if (!check) return [];
  const { signatures, unsigned } = check;
  const unheld = describeUnheld(check, count);
  return [
    ...signatures.flatMap((signature) => describe(signature, style)),
    ...(unheld === undefined ? [] : [`  ${unheld}`]),
    ...(unsigned.length > 0 ? [style.dim(`  not signed: ${sanitize(unsigned.join(', '))}`)] : []),
    '',
  ];
}

function describe(signature: VerifiedSignature, style: Style): string[] {
  const { kind, field, valid, trusted, signer, issuer, findings } = signature;
  const title = `${kind === 'timestamp' ? 'time stamp' : 'signature'} ${sanitize(field)}`;
  const trust = trusted === undefined ? '' : trusted ? ', trusted' : ', not trusted';
  const verdict = valid ? style.green(`valid${trust}`) : style.red(`not valid${trust}`);
  const by = signer === undefined ? '' : `, by ${sanitize(signer)}`;
  const facts = factsOf(signature);
  return [
    `  ${style.bold(title)}: ${verdict}${by}`,
    ...(issuer === undefined ? [] : [style.dim(`    certificate issued by ${sanitize(issuer)}`)]),
    ...(facts === '' ? [] : [style.dim(`    ${sanitize(facts)}`)]),
    ...findings.map(({ code, severity, message }) => {
      const name = severity === 'error' ? style.cyan(code) : style.dim(`${code} (${severity})`);
      return `    ${name}  ${sanitize(message)}`;
    }),
  ];
}

function factsOf({
  level,
  algorithm,
  date,
  timestamp,
  certifies,
  reason,
  location,
  coversFile,
}: VerifiedSignature): string {
  const time = (value: Date) =>
    value
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, ' UTC');
  return [
    level && `PAdES ${level}`,
    algorithm,
    timestamp?.time
      ? `time stamp of ${time(timestamp.time)}${timestamp.authority ? ` by ${timestamp.authority}` : ''}`
      : date && `claims ${time(date)}`,
    certifies && (certifies === 'nothing' ? 'permits no changes' : `permits others to ${certifies}`),
    reason && `reason: ${reason}`,
    location && `location: ${location}`,
    coversFile ? 'covers the whole file' : 'covers an earlier revision of the file',
  ]
    .filter((fact) => fact)
    .join(' · ');
}
