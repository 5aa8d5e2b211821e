/** Completion for fish, which handles option values itself and only needs to know the current command. */
import type { CompletionNode, CompletionOption, CompletionValue } from './completion-tree.ts';
import { getChildren, optionsWithValue } from './words.ts';

export function fishScript(tree: readonly CompletionNode[]): string {
  const [root] = tree;
  const awaiting = optionsWithValue(tree).flatMap(({ pattern }) => pattern.split(' | '));
  return `# Completion of pdfapi for fish.
function __pdfapi_at
    set -l at ''
    set -l awaits 0
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test $awaits = 1
            set awaits 0
            continue
        end
        switch "$at $word"
            case ${awaiting.map((pattern) => quoted(pattern.replaceAll("'", ''))).join(' ')}
                set awaits 1
${getChildren(tree)
  .map(({ from, path }) => `            case ${quoted(from)}\n                set at ${quoted(path)}`)
  .join('\n')}
        end
    end
    test "$at" = "$argv[1]"
end
complete -c pdfapi -f
${(root?.options ?? []).map((option) => `complete -c pdfapi ${optionWords(option)}`).join('\n')}
${tree.flatMap(writeLines).join('\n')}
`;
}

function writeLines({ path, commands, options, argument }: CompletionNode): string[] {
  const prefix = `complete -c pdfapi -n ${quoted(`__pdfapi_at ${quoted(path)}`)}`;
  const own = path === '' ? [] : options;
  return [
    ...commands.map(({ name, summary }) => `${prefix} -a ${quoted(name)} -d ${quoted(summary)}`),
    ...own.map((option) => `${prefix} ${optionWords(option)}`),
    ...(isNothing(argument) ? [] : [`${prefix} ${pathWords(argument)}${argumentWords(argument)}`]),
  ];
}

const isNothing = ({ words, paths }: CompletionValue): boolean => words.length === 0 && paths === 'none';

function optionWords({ flags, summary, value }: CompletionOption): string {
  const names = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${quoted(flag.slice(2))}` : `-s ${quoted(flag.slice(1))}`,
  );
  const wanted = value ? ` -r ${pathWords(value)}${argumentWords(value)}` : '';
  return `${names.join(' ')}${wanted} -d ${quoted(summary)}`;
}

const pathWords = ({ paths }: CompletionValue): string => {
  if (paths === 'files') return '-F';
  return paths === 'folders' ? "-f -a '(__fish_complete_directories)'" : '-f';
};

const argumentWords = ({ words }: CompletionValue): string =>
  words.length > 0 ? ` -a ${quoted(words.join(' '))}` : '';

/** In fish, a backslash and a quote are escaped within single quotes. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
