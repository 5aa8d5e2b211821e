/** Runs a source file of Java, which reads names of files, one a line, and prints lines. */
import { readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { documentJudges, signatureJudges } from './judges-folder.ts';

/** Mustang brings another veraPDF along, so the two must not share a class path. */
const isMustang = (name: string): boolean => name.startsWith('validator-');
const isWithMustang = { VeraPdf: false, Mustang: true, Schematron: true, Dss: false } as const;

/**
 * One process for all files, with one thread and at most 1 GB.
 *
 * @throws Error with the output of the program, if it fails.
 */
export async function runJava(
  program: 'VeraPdf' | 'Mustang' | 'Schematron' | 'Dss',
  args: readonly string[],
  files: readonly string[],
): Promise<string[]> {
  if (files.length === 0) return [];
  const { folder } = program === 'Dss' ? signatureJudges : documentJudges;
  const jars = readdirSync(folder).filter((name) => isMustang(name) === isWithMustang[program]);
  const classPath = jars.map((name) => join(folder, name)).join(delimiter);
  const source = join(import.meta.dirname, `${program}.java`);
  const options = ['-Xmx1g', '-XX:+UseSerialGC', '-Dfile.encoding=UTF-8', '-Duser.timezone=UTC'];
  const { stdout } = await execa('java', [...options, '-cp', classPath, source, ...args], {
    input: `${files.join('\n')}\n`,
    // Java opens files with letters outside ASCII only if the environment has a language of UTF-8.
    env: { LC_ALL: 'C.UTF-8' },
    maxBuffer: 2 ** 30,
  });
  return stdout.split('\n').filter((line) => line !== '');
}
