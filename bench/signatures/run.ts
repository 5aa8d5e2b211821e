/**
 * What pdfapi says of the signatures in the public test files of EU DSS, pyHanko and iText, beside what DSS and pyHanko say.
 * Writes RESULTS.md.
 *
 *   npm run install-sweep && npm run install-judges && npm run bench:signatures
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeRun } from '../result-sections.ts';
import { isInstalled, type SweepFile, signatureFiles, sweepFolder } from '../sweep/files/sweep-files.ts';
import { expectations } from './expectations.ts';
import { type KnownDifference, knownDifferences } from './known-differences.ts';
import { dss, type FileVerdicts, pdfapi, pyHanko, type SignatureVerdict } from './verdicts.ts';

const files = signatureFiles.filter(isInstalled);
if (files.length < signatureFiles.length) {
  console.warn(
    `${signatureFiles.length - files.length} files are not in ${sweepFolder}: npm run install-sweep`,
  );
}

interface Row {
  readonly file: SweepFile;
  readonly field: string;
  readonly own: SignatureVerdict;
  /** By the name of the judge. */
  readonly others: Readonly<Record<string, SignatureVerdict>>;
}

async function resultsPage(): Promise<string> {
  const paths = files.map(({ place }) => place);
  const own = (await pdfapi(paths)) ?? [];
  const judges = { pyHanko: await pyHanko(paths), DSS: await dss(paths) };
  const present = Object.entries(judges).flatMap(([name, verdicts]) =>
    verdicts ? [[name, verdicts] as const] : [],
  );
  const rows = files.flatMap((file, index) => rowsOf(file, own[index], present, index));
  return `# Results

Written by \`npm run bench:signatures\`; do not edit. ${describeRun()}

pyHanko 0.38.0 and DSS 6.2; nothing is trusted and nothing fetched, so that a
verdict says whether a signature is intact and what was changed after it is permitted. DSS only warns of such changes; here each
that it does not know, and each that a certification or a lock does not permit, is an error.

${summary(
  rows,
  present.map(([name]) => name),
)}
## What their own tests say

${expected(rows)}
## Differences

One line for each reason. A judge that "cannot" fails at the file or does not see the signature.

${differences(rows)}`;
}

function rowsOf(
  file: SweepFile,
  own: FileVerdicts | undefined,
  judges: readonly (readonly [string, readonly FileVerdicts[]])[],
  index: number,
): Row[] {
  return [...(own ?? [])].map(([field, verdict]) => ({
    file,
    field,
    own: verdict,
    others: Object.fromEntries(
      judges.map(([name, verdicts]) => {
        const ofFile = verdicts[index];
        const missing: SignatureVerdict = { verdict: 'none', reason: '' };
        return [name, ofFile?.get(field) ?? ofFile?.get('*') ?? missing];
      }),
    ),
  }));
}

const isSigned = ({ field }: Row): boolean => field !== '*';
const cannot = ({ verdict }: SignatureVerdict): boolean => verdict === 'none' || verdict === 'error';

function summary(rows: readonly Row[], names: readonly string[]): string {
  const lines = [...Map.groupBy(files, ({ repository }) => repository)].map(([repository, its]) => {
    const signed = rows.filter((row) => isSigned(row) && row.file.repository === repository);
    const cells = names.map((name) => {
      const judged = signed.filter(({ others }) => others[name] && !cannot(others[name]));
      return `${judged.filter(({ own, others }) => others[name]?.verdict === own.verdict).length} of ${judged.length}`;
    });
    const valid = signed.filter(({ own }) => own.verdict === 'valid').length;
    const count = new Set(signed.map(({ file }) => file)).size;
    return `| ${repository} | ${its.length} | ${count} | ${signed.length} | ${valid} | ${cells.join(' | ')} |`;
  });
  return `| repository | files | with signatures | signatures | valid | ${names.map((name) => `as ${name}`).join(' | ')} |
| --- | ---: | ---: | ---: | ---: | ${names.map(() => '---:').join(' | ')} |
${lines.join('\n')}
`;
}

function expected(rows: readonly Row[]): string {
  const lines = expectations.map(({ file, theirs, valid, argument }) => {
    const found = rows.filter((row) => `/${row.file.path}`.endsWith(`/${file}`) && isSigned(row));
    const verdict = found.length > 0 && found.every(({ own }) => own.verdict === 'valid');
    const shown = found.length === 0 ? 'not here' : verdict ? 'valid' : 'invalid';
    return `| ${file} | ${theirs} | ${shown} | ${verdict === valid ? '' : (argument ?? 'not argued')} |`;
  });
  return `| file | their test | pdfapi | why otherwise |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
}

function differences(rows: readonly Row[]): string {
  const groups = new Map<KnownDifference | undefined, string[]>();
  for (const row of rows.filter(isSigned)) {
    for (const [judge, theirs] of Object.entries(row.others)) {
      if (theirs.verdict === row.own.verdict) continue;
      const known = knownDifferences.find((each) => isKnown(each, row, judge, theirs));
      const name = `${row.file.path.replace(/^.*\//, '')} (${row.field})`;
      const lines = groups.get(known) ?? [];
      groups.set(known, lines);
      const line = known
        ? name
        : `${name}: pdfapi ${row.own.verdict} ${row.own.reason}; ${judge} ${theirs.verdict} ${theirs.reason}`;
      if (!lines.includes(line)) lines.push(line);
    }
  }
  const unknown = groups.get(undefined) ?? [];
  const lines = knownDifferences.flatMap((known) => {
    const names = groups.get(known);
    if (!names) return [];
    const shown =
      names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');
    return [`| ${known.judge} | ${known.theirs} | ${names.length} | ${shown} | ${known.why} |`];
  });
  return `| judge | says | signatures | which | why pdfapi says otherwise |
| --- | --- | ---: | --- | --- |
${lines.join('\n')}

Not argued: ${unknown.length}.

${unknown.map((line) => `- ${line.replaceAll('\n', ' ').slice(0, 400)}`).join('\n')}
`;
}

function isKnown(known: KnownDifference, row: Row, judge: string, theirs: SignatureVerdict): boolean {
  return (
    known.judge === judge &&
    known.theirs === (cannot(theirs) ? 'cannot' : theirs.verdict) &&
    (known.files === undefined || known.files.test(row.file.path)) &&
    (known.reason === undefined || known.reason.test(theirs.reason)) &&
    (known.own === undefined || known.own.test(row.own.reason))
  );
}

// At the end: functions that are constants exist only then.
if (files.length > 0) writeFileSync(join(import.meta.dirname, 'RESULTS.md'), await resultsPage());
