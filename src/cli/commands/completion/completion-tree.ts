/**
 * The possible words of the command line, derived from the program itself, so that no shell script lists a removed
 * command or misses a new one.
 */
import type { Argument, Command, Option } from 'commander';
import { paperNames } from '#contract/page';
import { helpTopics } from '../help.ts';

/** A command and the words that may follow it. */
export interface CompletionNode {
  /** `templates push`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  /** Without the global options, which may appear anywhere. */
  readonly options: readonly CompletionOption[];
  readonly argument: CompletionValue;
}

export interface CompletionOption {
  /** `-o` and `--output`. */
  readonly flags: readonly string[];
  readonly summary: string;
  /** Undefined if it takes no value. */
  readonly value: CompletionValue | undefined;
}

export interface CompletionValue {
  readonly words: readonly string[];
  /** Paths that are accepted besides the words. */
  readonly paths: 'files' | 'folders' | 'none';
}

/** The program and all its commands, each before those below it. */
export function completionTree(program: Command): CompletionNode[] {
  return toNodes(program, '').map((node) =>
    node.path === 'help' ? { ...node, argument: { words: helpWords(program), paths: 'none' } } : node,
  );
}

function toNodes(command: Command, path: string): CompletionNode[] {
  const help = command.createHelp();
  const children = help.visibleCommands(command);
  const values = command.registeredArguments.map(toCompletion);
  return [
    {
      path,
      commands: children.map((child) => ({ name: child.name(), summary: child.summary() })),
      options: help.visibleOptions(command).map(toOption),
      argument: {
        words: values.flatMap(({ words }) => words),
        paths: pathsOf(values),
      },
    },
    ...children.flatMap((child) => toNodes(child, path === '' ? child.name() : `${path} ${child.name()}`)),
  ];
}

/** Shells complete folders among files too, but no files among folders. */
function pathsOf(values: readonly CompletionValue[]): CompletionValue['paths'] {
  const kinds = new Set(values.map(({ paths }) => paths));
  return kinds.has('files') ? 'files' : kinds.has('folders') ? 'folders' : 'none';
}

const helpWords = (program: Command): readonly string[] => [
  ...program.commands.map((command) => command.name()),
  ...helpTopics,
];

function toOption(option: Option): CompletionOption {
  const { short, long, description, required, optional } = option;
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    summary: description,
    // An optional value may follow as the next word, but that is more often something else.
    value: required && !optional ? toCompletion(option) : undefined,
  };
}

/** The name in the brackets of an argument or option determines its kind. */
function toCompletion(given: Argument | Option): CompletionValue {
  const name = 'flags' in given ? (/[<[](.*)[>\]]/.exec(given.flags)?.[1] ?? '') : given.name();
  const alternatives = name.replace('...', '').split('|');
  if (given.argChoices) return { words: given.argChoices, paths: 'none' };
  if ('long' in given && given.long === '--format') return { words: paperNames, paths: 'none' };
  const kinds = alternatives.map((word) => toPathKind(word));
  const paths = kinds.find((kind) => kind !== 'none') ?? 'none';
  const isChoice = paths === 'none' && alternatives.length > 1;
  return { words: isChoice ? alternatives : [], paths };
}

function toPathKind(placeholder: string): CompletionValue['paths'] {
  if (['folder', 'template', 'directory'].includes(placeholder)) return 'folders';
  return ['file', 'path', 'rows', 'item', 'pdf', 'data'].includes(placeholder) ? 'files' : 'none';
}
