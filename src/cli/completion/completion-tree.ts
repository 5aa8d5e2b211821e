/**
 * What may stand where on the command line, read off the program itself, so that no script of a shell knows of a
 * command that is gone, or misses a new one.
 */
import type { Argument, Command, Option } from 'commander';
import { paperFormats } from '../../contract/page.ts';
import { helpTopics } from '../commands/help.ts';

/** A command, and what may follow it. */
export interface CompletionNode {
  /** `templates push`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  /** Without those of the program, which may stand anywhere. */
  readonly options: readonly CompletionOption[];
  readonly argument: CompletionValue;
}

export interface CompletionOption {
  /** `-o` and `--output`. */
  readonly flags: readonly string[];
  readonly summary: string;
  /** Undefined: it takes none. */
  readonly value: CompletionValue | undefined;
}

export interface CompletionValue {
  readonly words: readonly string[];
  /** Paths that may stand there beside the words. */
  readonly paths: 'files' | 'folders' | 'none';
}

/** The program and all its commands, each before those below it. */
export function completionTree(program: Command): CompletionNode[] {
  return nodesOf(program, '').map((node) =>
    node.path === 'help' ? { ...node, argument: { words: helpWords(program), paths: 'none' } } : node,
  );
}

function nodesOf(command: Command, path: string): CompletionNode[] {
  const help = command.createHelp();
  const children = help.visibleCommands(command);
  const values = command.registeredArguments.map(completionOf);
  return [
    {
      path,
      commands: children.map((child) => ({ name: child.name(), summary: child.summary() })),
      options: help.visibleOptions(command).map(optionOf),
      argument: {
        words: values.flatMap(({ words }) => words),
        paths: values.find(({ paths }) => paths !== 'none')?.paths ?? 'none',
      },
    },
    ...children.flatMap((child) => nodesOf(child, path === '' ? child.name() : `${path} ${child.name()}`)),
  ];
}

const helpWords = (program: Command): readonly string[] => [
  ...program.commands.map((command) => command.name()),
  ...helpTopics,
];

function optionOf(option: Option): CompletionOption {
  const { short, long, description, required, optional } = option;
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    summary: description,
    // A value that may be left out stands after a `=` or as the next word; the next word is more often another thing.
    value: required && !optional ? completionOf(option) : undefined,
  };
}

/** What stands in the brackets of an argument or option says what it is, to people and here. */
function completionOf(given: Argument | Option): CompletionValue {
  const name = 'flags' in given ? (/[<[](.*)[>\]]/.exec(given.flags)?.[1] ?? '') : given.name();
  const alternatives = name.replace('...', '').split('|');
  if (given.argChoices) return { words: given.argChoices, paths: 'none' };
  if ('long' in given && given.long === '--format') return { words: paperFormats, paths: 'none' };
  const kinds = alternatives.map((word) => kindOf(word));
  const paths = kinds.find((kind) => kind !== 'none') ?? 'none';
  const isChoice = paths === 'none' && alternatives.length > 1;
  return { words: isChoice ? alternatives : [], paths };
}

function kindOf(placeholder: string): CompletionValue['paths'] {
  if (['folder', 'template', 'directory'].includes(placeholder)) return 'folders';
  return ['file', 'path', 'rows', 'item'].includes(placeholder) ? 'files' : 'none';
}
