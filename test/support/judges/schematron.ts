/** What the official Schematron rules say about the XML of invoices. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ublJudges } from './judges-folder.ts';
import { runJava } from './run-java.ts';

/** The fatal rules that each file breaks; undefined where the rules cannot be applied, for example to a word as an amount. */
/** The address of compiled rules for UBL: the name of the jar, and the path in it. */
export const ublRules = (jar: string, path: string): string =>
  `jar:${pathToFileURL(join(ublJudges.folder, jar)).href}!/external/schematron/${path}`;

export async function judgeBySchematron(
  rules: string,
  files: readonly string[],
): Promise<readonly (ReadonlySet<string> | undefined)[]> {
  const lines = await runJava('Schematron', [rules], files);
  if (lines.length !== files.length) throw new Error('The Schematron did not judge every file');
  return lines.map((line) => (line === '?' ? undefined : new Set(line.split(' ').slice(1).filter(Boolean))));
}
