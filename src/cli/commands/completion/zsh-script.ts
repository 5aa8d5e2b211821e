/** Completion for zsh, with a description beside each word. */

import { quoteWord } from '../../io/quote-word.ts';
import type { CompletionNode, CompletionOption, CompletionValue } from './completion-tree.ts';
import { getChildren, optionsWithValue } from './words.ts';

export function zshScript(tree: readonly CompletionNode[]): string {
  const [root] = tree;
  const awaiting = optionsWithValue(tree);
  return `#compdef pdfapi
# Completion of pdfapi for zsh.
_pdfapi() {
  local at='' awaits='' ended='' paths='' word
  local -a found
  integer i
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
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
  # --option=value
  if [[ -z $awaits && -z $ended && $PREFIX == --*=* ]]; then
    awaits="\${PREFIX%%=*}"
    compset -P '*='
  fi
  if [[ -n $awaits ]]; then
    case "$at $awaits" in
${awaiting
  .filter(({ value }) => !isNothing(value))
  .map(({ pattern, value }) => `      ${pattern}) ${assignments(value.words.map(escaped), value.paths)} ;;`)
  .join('\n')}
    esac
  elif [[ -z $ended && $PREFIX == -* ]]; then
    found=(${(root?.options ?? []).flatMap(describedOption).map(quoteWord).join(' ')})
    case "$at" in
${tree
  .slice(1)
  .filter(({ options }) => options.length > 0)
  .map(
    ({ path, options }) =>
      `      ${quoteWord(path)}) found+=(${options.flatMap(describedOption).map(quoteWord).join(' ')}) ;;`,
  )
  .join('\n')}
    esac
  else
    case "$at" in
${tree
  .map((node) => ({ node, words: describedArguments(node) }))
  .filter(({ node, words }) => words.length > 0 || node.argument.paths !== 'none')
  .map(({ node, words }) => `      ${quoteWord(node.path)}) ${assignments(words, node.argument.paths)} ;;`)
  .join('\n')}
    esac
  fi
  ((\${#found})) && _describe 'pdfapi' found
  case "$paths" in
    files) _files ;;
    folders) _files -/ ;;
  esac
}
# Sourced, it registers itself; in a folder of $fpath it is called at once.
if [[ \${funcstack[1]} == _pdfapi ]]; then
  _pdfapi "$@"
else
  compdef _pdfapi pdfapi
fi
`;
}

const isNothing = ({ words, paths }: CompletionValue): boolean => words.length === 0 && paths === 'none';

function assignments(words: readonly string[], paths: CompletionValue['paths']): string {
  const parts = [];
  if (words.length > 0) parts.push(`found=(${words.map(quoteWord).join(' ')})`);
  if (paths !== 'none') parts.push(`paths=${paths}`);
  return parts.join(' ');
}

const describedOption = ({ flags, summary }: CompletionOption): string[] =>
  flags.map((flag) => described(flag, summary));

const describedArguments = ({ commands, argument }: CompletionNode): string[] => [
  ...commands.map(({ name, summary }) => described(name, summary)),
  ...argument.words.map(escaped),
];

const described = (word: string, summary: string): string => `${escaped(word)}:${escaped(summary)}`;

/** `_describe` separates a word from its description at the first colon. */
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
