/** The results of `pdfapi check`: text for people, rows for scripts, JSON for programs. */

import { levelName } from '#contract/documents';
import { failureAsJson, failureAsText } from '../../failure.ts';
import { count } from '../../io/format.ts';
import { sanitize } from '../../io/sanitize.ts';
import { writeStderr, writeStdout } from '../../io/streams.ts';
import type { Style } from '../../io/style.ts';
import { writeTable } from '../../io/table.ts';
import type { Session } from '../../session.ts';
import type { CheckedWithDamage, FileCheck } from './check-files.ts';
import type { InvoiceCheck } from './check-invoice.ts';
import { describeSignatures, signatureRows, signaturesAsJson } from './report-signatures.ts';

type Finding = CheckedWithDamage['findings'][number];

const namesOf = (levels: readonly string[]): string => levels.map(levelName).join(', ') || 'nothing';

/** The shape is part of the interface: fields are added, never renamed. */
export async function writeChecks(results: readonly FileCheck[]): Promise<void> {
  const files = results.map(({ path, ok, checked, invoice, signatures, error }) => {
    const eInvoice = invoice ? invoiceAsJson(invoice) : null;
    if (!checked) return { path, ok, ...(error ? { error: failureAsJson(error) } : { e_invoice: eInvoice }) };
    const { facts, findings, claimed, held } = checked;
    return {
      path,
      ok,
      version: facts.version,
      pages: facts.pages,
      claimed,
      claimed_unsupported: checked.unsupported,
      checked: checked.checked,
      held,
      findings,
      encrypted: facts.isEncrypted,
      signatures: facts.signatures,
      signed: signatures ? signaturesAsJson(signatures) : [],
      fonts_not_embedded: facts.fontsNotEmbedded,
      e_invoice: eInvoice,
    };
  });
  await writeStdout(`${JSON.stringify({ files })}\n`);
}

const invoiceAsJson = ({ name, relationship, profile, findings }: InvoiceCheck) => ({
  name,
  relationship: relationship ?? null,
  profile: profile ?? null,
  findings,
});

/**
 * Text on a terminal; with `asTable` a line for each file, after the text of those that did not pass. Elsewhere a row for
 * each finding and each level that is held or not checked, separated by tabs.
 */
export async function reportChecks(
  session: Session,
  results: readonly FileCheck[],
  { asTable }: { readonly asTable: boolean },
): Promise<void> {
  const isTerminal = session.context.terminals.stdout;
  for (const { path, ok, checked, invoice, signatures, error } of results) {
    if (isTerminal && asTable && ok) continue;
    if (error) writeStderr(failureAsText(error, session.terminal.style));
    if (error) {
      if (!isTerminal) await writeStdout(toRow([path, '', 'unreadable']));
      continue;
    }
    const style = session.terminal.styleOut;
    const inFile = checked?.facts.signatures ?? 0;
    const text = isTerminal
      ? [
          ...(checked ? toText(path, checked, style) : [style.bold(sanitize(path))]),
          ...describeInvoice(invoice, style),
          ...describeSignatures(signatures, inFile, style),
        ].map((line) => `${line}\n`)
      : [
          checked ? toRows(path, checked) : '',
          toInvoiceRows(path, invoice),
          ...signatureRows(signatures, inFile).map((cells) => toRow([path, ...cells])),
        ];
    await writeStdout(text.join(''));
  }
  if (isTerminal && asTable) await writeTable(session, tableHeader, results.map(toLine), tableOptions);
}

const tableHeader = ['FILE', 'RESULT', 'PAGES', 'CLAIMS', 'HOLDS', 'FINDINGS'];
const tableOptions = { optional: ['CLAIMS', 'PAGES'], shortenable: ['FILE'] };

function toLine({ path, ok, checked, invoice, error }: FileCheck): string[] {
  const result = error ? 'unreadable' : ok ? 'passed' : 'failed';
  const count = (checked?.findings.length ?? 0) + (invoice?.findings.length ?? 0);
  const found = count > 0 ? String(count) : '';
  if (!checked) return [sanitize(path), result, '', invoice?.profile ?? '', '', found];
  const { facts, claimed, unsupported, held } = checked;
  const names = (levels: readonly string[]) => levels.map(levelName).join(', ');
  const claims = names([...claimed, ...unsupported]);
  return [sanitize(path), result, String(facts.pages), claims, names(held), found];
}

/** The columns: file, level, result, rule, page, object, count, message. */
function toRows(path: string, { checked, unsupported, held, findings }: CheckedWithDamage): string {
  const notChecked = unsupported.map((level) => toRow([path, levelName(level), 'not checked']));
  const rows = checked.map((level) => {
    if (held.includes(level)) return toRow([path, levelName(level), 'held']);
    return findings
      .filter((finding) => finding.level === level)
      .map(({ clause, test, page, object, count: times = 1, message }) => {
        const place = [page, object, times].map((value) => value?.toString() ?? '');
        return toRow([path, levelName(level), 'failed', `${clause}-${test}`, ...place, message]);
      })
      .join('');
  });
  return [...notChecked, ...rows].join('');
}

/** The same columns. The level is `e-invoice` and its profile; the page stays empty, and the object is the line of the XML. */
function toInvoiceRows(path: string, invoice: InvoiceCheck | undefined): string {
  if (!invoice) return '';
  const level = `e-invoice ${invoice.profile ?? ''}`.trimEnd();
  if (invoice.findings.length === 0) return toRow([path, level, 'held']);
  return invoice.findings
    .map(({ rule, severity, line, message }) =>
      toRow([
        path,
        level,
        severity === 'error' ? 'failed' : 'warning',
        rule,
        '',
        line?.toString() ?? '',
        '1',
        message,
      ]),
    )
    .join('');
}

const columns = 8;

function toRow(cells: readonly string[]): string {
  const all = Array.from({ length: columns }, (_, i) => sanitize(cells[i] ?? '').replaceAll(/\s+/g, ' '));
  return `${all.join('\t')}\n`;
}

function toText(
  path: string,
  { checked, claimed, unsupported, held, findings, facts }: CheckedWithDamage,
  style: Style,
): string[] {
  const broken = checked.filter((level) => !held.includes(level));
  const notChecked = unsupported.length > 0 ? [`${namesOf(unsupported)}, which pdfapi does not check`] : [];
  const claims = claimed.length > 0 || unsupported.length === 0 ? [namesOf(claimed)] : [];
  const isUnclaimed = claimed.length + unsupported.length === 0 && held.join() === 'pdf';
  const names = isUnclaimed ? 'valid PDF, no level claimed' : namesOf(held);
  const holds = `  holds   ${style.green(names)}${broken.length > 0 ? `, but not ${style.red(namesOf(broken))}` : ''}`;
  return [
    style.bold(sanitize(path)),
    `  claims  ${[...claims, ...notChecked].join(', and ')}`,
    ...(checked.length > 0 ? [holds] : []),
    `  has     ${describe(facts).join(', ')}`,
    ...broken.flatMap((level) => {
      const its = findings.filter((finding) => finding.level === level);
      const title = `  ${style.bold(levelName(level))}: ${count(its.length, 'finding')}`;
      return ['', title, ...its.flatMap((finding) => describeFinding(finding, style))];
    }),
    '',
  ];
}

function describe({
  version,
  pages,
  isEncrypted,
  signatures,
  fontsNotEmbedded,
  invoice,
}: CheckedWithDamage['facts']): string[] {
  return [
    count(pages, 'page'),
    `PDF ${version}`,
    ...(isEncrypted ? ['encryption'] : []),
    ...(signatures > 0 ? [count(signatures, 'signature')] : []),
    ...(invoice ? [`the e-invoice ${sanitize(invoice.name)}`] : []),
    ...(fontsNotEmbedded.length > 0
      ? [`${count(fontsNotEmbedded.length, 'font')} not embedded (${sanitize(fontsNotEmbedded.join(', '))})`]
      : []),
  ];
}

function describeInvoice(invoice: InvoiceCheck | undefined, style: Style): string[] {
  if (!invoice) return [];
  const { profile = 'of no known profile', findings } = invoice;
  const found = findings.length > 0 ? count(findings.length, 'finding') : style.green('no findings');
  return [
    `  ${style.bold(`e-invoice ${sanitize(invoice.name)}`)}, ${profile}: ${found}`,
    ...findings.map(({ rule, severity, line, message }) => {
      const place = line === undefined ? '' : style.dim(` (line ${line})`);
      const name = severity === 'error' ? style.cyan(rule) : style.dim(`${rule} (warning)`);
      return `    ${name}  ${sanitize(message)}${place}`;
    }),
    '',
  ];
}

function describeFinding(
  { clause, test, message, remedy, page, object, count: times }: Finding,
  style: Style,
): string[] {
  const places = [
    ...(page === undefined ? [] : [`page ${page}`]),
    ...(object === undefined ? [] : [`object ${object}`]),
    ...(times === undefined ? [] : [`${times} times`]),
  ];
  const place = places.length > 0 ? style.dim(` (${places.join(', ')})`) : '';
  const lines = [`    ${style.cyan(`${clause}-${test}`)}  ${sanitize(message)}${place}`];
  if (remedy !== undefined) lines.push(`      ${style.dim(remedy)}`);
  return lines;
}
