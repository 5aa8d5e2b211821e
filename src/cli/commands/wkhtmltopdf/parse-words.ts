/** The words of a command line: global options, objects with options of their own, and the output. */

import { type WkFlag, wkFlags } from './flag-table.ts';
import { FlagValues } from './flag-values.ts';
import { WkFailure } from './wk-failure.ts';

type ObjectKind = 'page' | 'cover' | 'toc';

export interface WkObject {
  readonly kind: ObjectKind;
  /** A path, an address, or `-`. Empty for a table of contents. */
  readonly input: string;
  readonly flags: FlagValues;
}

export interface WkCommand {
  readonly globals: FlagValues;
  readonly objects: readonly WkObject[];
  /** `-` is stdout. */
  readonly output: string;
  /** Sentences about flags that have no effect. */
  readonly warnings: readonly string[];
}

const byName = new Map(wkFlags.map((flag) => [flag.name, flag]));
const byShort = new Map(wkFlags.flatMap((flag) => (flag.short === undefined ? [] : [[flag.short, flag]])));

/** What covers do not take over from the global options. */
const coverless = ['left', 'center', 'right', 'line', 'html'].flatMap((part) => [
  `header-${part}`,
  `footer-${part}`,
]);

/** Flags that only print something: nothing is converted. */
const answers = ['help', 'extended-help', 'version', 'license', 'htmldoc', 'manpage', 'readme'] as const;
export type HelpFlag = (typeof answers)[number];

/** The flag before all objects that asks for a text in place of a PDF. */
export function findHelpFlag(words: readonly string[]): HelpFlag | undefined {
  for (let at = 0; at < words.length; ) {
    const flags = flagsAt(words, at);
    if (flags.length === 0) return undefined;
    const answer = answers.find((name) => flags.some((flag) => flag.name === name));
    if (answer) return answer;
    at += 1 + flags.reduce((sum, { args }) => sum + args, 0);
  }
  return undefined;
}

/** Whether `--read-args-from-stdin` is among the words. */
export const readsArguments = (words: readonly string[]): boolean => words.includes('--read-args-from-stdin');

/**
 * Throws `WkFailure` for unknown and refused flags, for missing arguments, and without an input or an output.
 *
 * @example
 * parseWords(['-s', 'A5', 'cover', 'cover.html', 'toc', 'page.html', '--zoom', '0.8', 'out.pdf']);
 */
export function parseWords(words: readonly string[]): WkCommand {
  const warnings = new Set<string>();
  const globals = new FlagValues();
  const objects: WkObject[] = [];
  let at = readFlags(words, 0, globals, warnings);
  const inputOf = (kind: ObjectKind): string => {
    const input = words[at++];
    if (input !== undefined && at < words.length) return input;
    throw new WkFailure(`You need to specify a input file to ${kind}`, 'usage');
  };
  while (at < words.length - 1) {
    const word = words[at] ?? '';
    const kind = word === 'cover' || word === 'toc' || word === 'page' ? word : undefined;
    if (kind) at++;
    const flags = new FlagValues(globals);
    if (kind === 'cover') {
      for (const name of coverless) flags.remove(name);
      flags.add('exclude-from-outline', []);
    }
    const input = kind === 'toc' ? '' : inputOf(kind ?? 'page');
    const start = at;
    at = readFlags(words, at, flags, warnings);
    // Options of the whole PDF count wherever they are.
    if (at > start) readFlags(words, start, globals, warnings, isGlobal);
    objects.push({ kind: kind ?? 'page', input, flags });
  }
  const output = words[at];
  if (objects.length === 0 || output === undefined) {
    throw new WkFailure(
      'You need to specify at least one input file, and exactly one output file\nUse - for stdin or stdout',
      'usage',
    );
  }
  return { globals, objects, output, warnings: [...warnings] };
}

const globalNames = new Set(
  'collate copies grayscale log-level margin-bottom margin-left margin-right margin-top orientation output-format page-height page-size page-width quiet title dump-outline outline outline-depth page-offset'.split(
    ' ',
  ),
);
const isGlobal = ({ name }: WkFlag): boolean => globalNames.has(name.replace(/^no-/, ''));

/** Returns the place of the first word that is no flag. */
function readFlags(
  words: readonly string[],
  start: number,
  values: FlagValues,
  warnings: Set<string>,
  isWanted: (flag: WkFlag) => boolean = () => true,
): number {
  let at = start;
  while (isFlag(words[at])) {
    const flags = flagsAt(words, at);
    if (flags.length === 0) throw unknown(words[at] ?? '');
    at++;
    for (const flag of flags) {
      const args = words.slice(at, at + flag.args);
      if (args.length < flag.args) {
        throw new WkFailure(`Missing argument for --${flag.name}: ${flag.usage}`, 'usage');
      }
      at += flag.args;
      if (isWanted(flag)) take(flag, args, values, warnings);
    }
  }
  return at;
}

function take(
  { name, treatment, note }: WkFlag,
  args: readonly string[],
  values: FlagValues,
  warnings: Set<string>,
): void {
  if (treatment === 'refused' && !(name === 'proxy' && /^none$/i.test(args[0] ?? ''))) {
    throw new WkFailure(`--${name} is refused: ${note}`);
  }
  if (treatment === 'ignored') warnings.add(`--${name} has no effect: ${note}`);
  if (name === 'default-header') {
    values.add('header-left', ['[webpage]']);
    values.add('header-right', ['[page]/[topage]']);
    values.add('header-line', []);
    values.add('margin-top', ['2cm']);
  } else values.add(name, args);
}

const isFlag = (word: string | undefined): boolean => word !== undefined && /^-./.test(word);

/** The flags of a word: `--margin-top`, or `-qn`, which is two. Empty for a word that is none, or has an unknown one. */
function flagsAt(words: readonly string[], at: number): readonly WkFlag[] {
  const word = words[at] ?? '';
  if (!isFlag(word)) return [];
  const long = /^--(.+)$/.exec(word)?.[1];
  const flags =
    long === undefined ? [...word.slice(1)].map((short) => byShort.get(short)) : [byName.get(long)];
  return flags.every((flag) => flag !== undefined) ? flags : [];
}

function unknown(word: string): WkFailure {
  const kind = word.startsWith('--') ? 'long argument' : 'switch';
  return new WkFailure(`Unknown ${kind} ${word}`, 'usage');
}

/**
 * Splits a line of `--read-args-from-stdin` as a shell does: quotes keep spaces, and a backslash keeps what follows it.
 *
 * @example
 * splitWords("--title 'My page' in.html out.pdf"); // ['--title', 'My page', 'in.html', 'out.pdf']
 */
export function splitWords(line: string): string[] {
  const words = line.match(/(?:[^\s'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/g) ?? [];
  return words.map((word) =>
    word.replace(/\\(.)|'([^']*)'|"((?:[^"\\]|\\.)*)"/g, (_, escaped, single, double) =>
      String(escaped ?? single ?? double.replace(/\\(.)/g, '$1')),
    ),
  );
}
