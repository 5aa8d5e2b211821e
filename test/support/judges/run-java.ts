/** Runs a program of this folder in Java, which reads names of files, one a line, and prints lines. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { documentJudges, signatureJudges } from './judges-folder.ts';

/** Mustang brings another veraPDF along, so the two must not share a class path. */
const isMustang = (name: string): boolean => name.startsWith('validator-');
const isJar = (name: string): boolean => name.endsWith('.jar');
const isWithMustang = { VeraPdf: false, Mustang: true, Schematron: true, Dss: false } as const;

type Program = keyof typeof isWithMustang;

/**
 * One process for all files, with one thread and at most 1 GB.
 *
 * @throws Error with the output of the program, if it fails.
 */
export async function runJava(
  program: Program,
  args: readonly string[],
  files: readonly string[],
): Promise<string[]> {
  if (files.length === 0) return [];
  const { folder } = program === 'Dss' ? signatureJudges : documentJudges;
  const jars = readdirSync(folder).filter(
    (name) => isJar(name) && isMustang(name) === isWithMustang[program],
  );
  const libraries = jars.map((name) => join(folder, name)).join(delimiter);
  const classPath = [libraries, await compile(program, libraries, folder)].join(delimiter);
  // Judges run for seconds: compiling them well takes longer than they do.
  const options = [
    '-Xmx1g',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-Dfile.encoding=UTF-8',
    '-Duser.timezone=UTC',
  ];
  const { stdout } = await execa('java', [...options, '-cp', classPath, program, ...args], {
    input: `${files.join('\n')}\n`,
    // Java opens files with letters outside ASCII only if the environment has a language of UTF-8.
    env: { LC_ALL: 'C.UTF-8' },
    maxBuffer: 2 ** 30,
  });
  return stdout.split('\n').filter((line) => line !== '');
}

/** Returns the folder of the program's classes, which are kept: to compile them takes three times as long as to judge a page. */
async function compile(program: Program, libraries: string, folder: string): Promise<string> {
  const source = join(import.meta.dirname, `${program}.java`);
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 12);
  const classes = join(folder, `${program}-${hash}`);
  if (existsSync(classes)) return classes;
  const unfinished = mkdtempSync(join(folder, 'compiling-'));
  await execa('javac', ['-d', unfinished, '-cp', libraries, source]);
  try {
    renameSync(unfinished, classes);
  } catch (error) {
    // Another process has been faster.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(classes)) throw error;
  }
  return classes;
}
