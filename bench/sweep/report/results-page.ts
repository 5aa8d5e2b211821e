/** RESULTS.md of the sweep. */
import { commandNames, type FileOutcome, type Outcome } from '../work/outcome.ts';
import { describeRefusal } from './remedies.ts';
import { judgeOutcome, type Verdict, type VerdictKind } from './verdict.ts';

interface Row {
  readonly file: string;
  readonly outcome: Outcome;
  readonly verdict: Verdict;
}

const columns: Readonly<Record<string, readonly VerdictKind[]>> = {
  done: ['equal', 'unjudged', 'argued', 'warned', 'lost'],
  equal: ['equal'],
  argued: ['argued'],
  warned: ['warned'],
  'no judge': ['unjudged'],
  refused: ['refused', 'refused without a remedy'],
  'without a remedy': ['refused without a remedy'],
  losses: ['lost'],
  crashes: ['crashed'],
};

/** `machine`: one line. `missing`: programs that judged nothing. */
export function resultsPage(
  files: readonly FileOutcome[],
  { machine, missing }: { readonly machine: string; readonly missing: readonly string[] },
): string {
  const rows = readRows(files);
  return `# Results

Written by \`npm run sweep\`; do not edit. ${machine}

${files.length} public PDFs. A result is equal if poppler and MuPDF read and draw it as they do its input; [README.md](README.md) has the
rules. Argued: not equal, for a reason below. Warned: not equal, and the command said what it changed. Memory: the most that a
process of the built command took.${missing.length > 0 ? ` Not installed, so that they judged nothing: ${missing.join(', ')}.` : ''}

| command | ${Object.keys(columns).join(' | ')} | MB |
| --- | ${Object.keys(columns)
    .map(() => '---:')
    .join(' | ')} | ---: |
${commandNames.map((name) => tableRow(name, rows)).join('\n')}

${list('Losses', select(rows, 'lost'), describeDifference)}
${list('Crashes', select(rows, 'crashed'), ({ outcome }) => outcome.reason ?? '')}
${list('Argued', select(rows, 'argued'), ({ verdict }) => verdict.argument ?? '')}
${list('Warned', select(rows, 'warned'), describeWarned)}
## Refusals

${refusals(rows)}
`;
}

/** For a terminal, and for a test: what must not be. One line each. */
export const listFailures = (files: readonly FileOutcome[]): string[] =>
  readRows(files).flatMap((row) => {
    const { file, outcome, verdict } = row;
    const isFailure = verdict.kind === 'lost' || verdict.kind === 'crashed';
    const text = `${verdict.kind}: ${outcome.command} ${file}`;
    return isFailure ? [`${text}: ${outcome.reason ?? describeDifference(row)}`] : [];
  });

const readRows = (files: readonly FileOutcome[]): Row[] =>
  files.flatMap((one) =>
    one.outcomes.map((outcome) => ({ file: one.file, outcome, verdict: judgeOutcome(one, outcome) })),
  );

const select = (rows: readonly Row[], kind: VerdictKind): Row[] =>
  rows.filter(({ verdict }) => verdict.kind === kind);

function tableRow(name: string, rows: readonly Row[]): string {
  const its = rows.filter(({ outcome }) => outcome.command === name);
  const counts = Object.values(columns).map(
    (kinds) => its.filter(({ verdict }) => kinds.includes(verdict.kind)).length,
  );
  const memory = Math.max(0, ...its.map(({ outcome }) => outcome.memoryMb ?? 0));
  return `| ${name} | ${counts.join(' | ')} | ${Math.round(memory)} |`;
}

/** Files of which the same is said share a line. */
function list(title: string, rows: readonly Row[], describe: (row: Row) => string): string {
  const groups = Map.groupBy(rows, (row) => `${row.file}\n${describe(row)}`);
  const lines = Map.groupBy(groups.values(), ([row]) => (row ? describe(row) : ''));
  const items = [...lines].map(([text, ofText]) => {
    const names = ofText.map((its) => {
      const commands = its.map(({ outcome }) => outcome.command).join(', ');
      return `\`${its[0]?.file}\` (${commands})`;
    });
    return `- ${inTable(text)}: ${names.join('; ')}`;
  });
  return `## ${title}: ${rows.length}\n\n${items.join('\n') || 'None.'}\n`;
}

const describeDifference = ({ outcome }: Row): string => {
  const [first] = outcome.differences;
  return first ? `${first.reader}: ${first.what}` : '';
};

const describeWarned = (row: Row): string =>
  `"${row.outcome.warnings.map((text) => text.replaceAll(/Document \d+: /g, ''))[0] ?? ''}"`;

function refusals(rows: readonly Row[]): string {
  const all = rows.flatMap(({ file, outcome, verdict }) =>
    outcome.refusal
      ? [{ file, verdict, command: outcome.command, text: describeRefusal(outcome.refusal) }]
      : [],
  );
  const lines = [...Map.groupBy(all, ({ text }) => text)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([text, its]) => {
      const commands = [...new Set(its.map(({ command }) => command))].join(', ');
      const isHelpless = its[0]?.verdict.kind === 'refused without a remedy';
      const cells = [its.length, commands, isHelpless ? 'none' : 'yes', inTable(text), `\`${its[0]?.file}\``];
      return `| ${cells.join(' | ')} |`;
    });
  return `| times | commands | remedy | what the user reads | for example |\n| ---: | --- | --- | --- | --- |\n${lines.join('\n')}`;
}

const inTable = (text: string): string => text.replaceAll(/[|<>*_`]/g, '\\$&').replaceAll(/\s+/g, ' ');
