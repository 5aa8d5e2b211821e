/** Completion for bash, also for the version 3.2 that macOS has. */

import { quoteWord } from '../../io/quote-word.ts';
import type { CompletionNode, CompletionValue } from './completion-tree.ts';
import { getChildren, optionsWithValue } from './words.ts';

export function bashScript(tree: readonly CompletionNode[]): string {
  const [root] = tree;
  const everywhere = root?.options.flatMap(({ flags }) => flags) ?? [];
  const awaiting = optionsWithValue(tree);
  return `# Completion of pdfapi for bash.
_pdfapi() {
  local current="\${COMP_WORDS[COMP_CWORD]}" at='' awaits='' ended='' paths='' words='' word i
  COMPREPLY=()
  # In bash, --option=value is three words.
  [[ $current == '=' ]] && current=''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    [[ $word == '=' ]] && continue
    if [[ -n $awaits ]]; then
      awaits=''
      continue
    fi
    case "$word" in
      --) ended=1 ;;
      -?*)
        case "$at $word" in
          ${awaiting.map(({ pattern }) => pattern).join(' | ')}) awaits="$word" ;;
        esac
        ;;
      *)
        case "$at $word" in
${getChildren(tree)
  .map(({ from, path }) => `          ${quoteWord(from)}) at=${quoteWord(path)} ;;`)
  .join('\n')}
        esac
        ;;
    esac
  done
  if [[ -n $awaits ]]; then
    case "$at $awaits" in
${awaiting
  .filter(({ value }) => !isNothing(value))
  .map(({ pattern, value }) => `      ${pattern}) ${assignments(value)} ;;`)
  .join('\n')}
    esac
  elif [[ -z $ended && $current == -* ]]; then
    words=${quoteWord(everywhere.join(' '))}
    case "$at" in
${tree
  .slice(1)
  .filter(({ options }) => options.length > 0)
  .map(
    ({ path, options }) =>
      `      ${quoteWord(path)}) words="$words ${options.flatMap(({ flags }) => flags).join(' ')}" ;;`,
  )
  .join('\n')}
    esac
  else
    case "$at" in
${tree
  .map((node) => ({ node, value: argumentOf(node) }))
  .filter(({ value }) => !isNothing(value))
  .map(({ node, value }) => `      ${quoteWord(node.path)}) ${assignments(value)} ;;`)
  .join('\n')}
    esac
  fi
  # One name a line: names of files may hold spaces and stars.
  while IFS= read -r word; do
    COMPREPLY+=("$word")
  done < <(
    compgen -W "$words" -- "$current"
    case "$paths" in
      files) compgen -f -- "$current" ;;
      folders) compgen -d -- "$current" ;;
    esac
  )
  [[ -n $paths ]] && compopt -o filenames 2>/dev/null
  return 0
}
complete -F _pdfapi pdfapi
`;
}

const argumentOf = ({ commands, argument }: CompletionNode): CompletionValue => ({
  words: [...commands.map(({ name }) => name), ...argument.words],
  paths: argument.paths,
});

const isNothing = ({ words, paths }: CompletionValue): boolean => words.length === 0 && paths === 'none';

function assignments({ words, paths }: CompletionValue): string {
  const parts = [];
  if (words.length > 0) parts.push(`words=${quoteWord(words.join(' '))}`);
  if (paths !== 'none') parts.push(`paths=${paths}`);
  return parts.join(' ');
}
