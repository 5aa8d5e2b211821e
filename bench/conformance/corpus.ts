/**
 * Compares the checker with the veraPDF corpus, whose files are named after the rule that they keep or break. Prints a
 * table by clause. Usage: `node bench/conformance/corpus.ts [folder of the corpora] [--files]`
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type ConformanceLevel, checkConformance } from '../../src/conformance/index.ts';

export interface CorpusFile {
  readonly path: string;
  readonly level: ConformanceLevel;
  readonly clause: string;
  /** As in the name of the file, which counts unlike the profile for a few clauses. */
  readonly test: number;
  readonly passes: boolean;
}

export interface CorpusVerdict {
  readonly file: CorpusFile;
  /** Whether the checker says what the name of the file says. */
  readonly agrees: boolean;
  /** `clause-test` of each finding, or the error. */
  readonly found: readonly string[];
}

/** The folder of the corpora beside the repository, or that of PDFAPI_TEST_CORPORA. Undefined if it is missing. */
export function findCorpora(): string | undefined {
  const folder = process.env.PDFAPI_TEST_CORPORA ?? resolve(import.meta.dirname, '../../../shared/corpora');
  return existsSync(join(folder, 'verapdf')) ? folder : undefined;
}

/** All files of the corpus. */
export function listCorpus(corpora: string): CorpusFile[] {
  const folder = join(corpora, 'verapdf');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name);
    const [, clause, test, verdict] = /([\d.-]+)-t(\d+)-(pass|fail)-\w+\.pdf$/.exec(basename(name)) ?? [];
    const level = /^PDF_(\w+-\d\w?)\//.exec(name.replaceAll('\\', '/'))?.[1];
    if (clause === undefined || level === undefined) return [];
    return {
      path,
      level: (level === 'UA-1' ? 'pdfua-1' : `pdfa-${level.slice(2)}`) as ConformanceLevel,
      clause: clause.replaceAll('-', '.'),
      test: Number(test),
      passes: verdict === 'pass',
    };
  });
}

/**
 * Clauses under which the profiles of veraPDF number what the corpus has in the folder of another one. A device colour
 * in a transparency group, for example, is 6.2.4.3 wherever it is.
 */
const numberedElsewhere: Readonly<Record<string, readonly string[]>> = {
  '6.2.4.4': ['6.2.4.3'],
  '6.2.4.5': ['6.2.4.3'],
  '6.2.8.1': ['6.2.8'],
  '6.2.9.1': ['6.2.9'],
  '6.2.10': ['6.2.4.3'],
  '6.2.11.4.1': ['6.2.11.8'],
  '6.2.11.7.2': ['6.2.11.3.1'],
  '7.18.7': ['7.11'],
};

/** A file that fails must have a finding of its clause. A file that passes must have none. */
export function judge(file: CorpusFile): CorpusVerdict {
  let found: string[];
  try {
    const { findings } = checkConformance(readFileSync(file.path), { levels: [file.level] });
    found = [...new Set(findings.map(({ clause, test }) => `${clause}-${test}`))];
  } catch (error) {
    found = [`error: ${error instanceof Error ? error.message : error}`];
  }
  const clauses = [file.clause, ...(numberedElsewhere[file.clause] ?? [])];
  const hasClause = found.some((id) => clauses.includes(id.slice(0, id.lastIndexOf('-'))));
  return { file, agrees: file.passes ? found.length === 0 : hasClause, found };
}

function main(): void {
  const corpora = findCorpora();
  if (!corpora) throw new Error('The corpora are missing. Set PDFAPI_TEST_CORPORA.');
  const verdicts = listCorpus(corpora).map(judge);
  for (const { file, agrees, found } of verdicts) {
    if (agrees || !process.argv.includes('--files')) continue;
    console.log(`${file.level} ${basename(file.path)}: ${found.join(', ') || 'nothing found'}`);
  }
  for (const standard of ['pdfa', 'pdfua']) {
    const its = verdicts.filter(({ file }) => file.level.startsWith(standard));
    const clauses = Map.groupBy(its, ({ file }) => file.clause);
    for (const [clause, ofClause] of clauses) {
      console.log(
        `| ${standard} | ${clause} | ${ofClause.filter(({ agrees }) => agrees).length} of ${ofClause.length} |`,
      );
    }
    const agreed = its.filter(({ agrees }) => agrees).length;
    console.log(`${standard}: ${agreed} of ${its.length}, ${((100 * agreed) / its.length).toFixed(1)} %`);
  }
}

if (import.meta.main) main();
