/** Extracts the commands from the shell blocks of a Markdown text. */

export interface ReadmeCommand {
  /** The line in the text, counted from 1. */
  readonly line: number;
  /** Without the trailing comment. It may have several lines. */
  readonly command: string;
  /** Output files that the command or its comment names, as paths relative to its working folder. */
  readonly files: readonly string[];
}

export function readmeCommands(markdown: string): ReadmeCommand[] {
  const commands: ReadmeCommand[] = [];
  let isShell = false;
  let begun: { line: number; text: string } | undefined;
  for (const [index, row] of markdown.split('\n').entries()) {
    if (row.startsWith('```')) isShell = row === '```sh';
    else if (isShell && (row.trim() !== '' || begun)) {
      begun = begun ? { ...begun, text: `${begun.text}\n${row}` } : { line: index + 1, text: row };
      if (!isComplete(begun.text)) continue;
      const [, command = '', comment = ''] = /^(.*?)(?:\s+#\s(.*))?$/s.exec(begun.text) ?? [];
      commands.push({ line: begun.line, command, files: findFiles(command, comment) });
      begun = undefined;
    }
  }
  return commands;
}

/** A line that ends with a backslash or within quotes continues on the next one. */
const isComplete = (text: string): boolean => {
  const code = text.replace(/\s#\s[^\n]*$/, '');
  return !code.endsWith('\\') && code.split("'").length % 2 === 1;
};

function findFiles(command: string, comment: string): string[] {
  const named = [
    ...command.matchAll(/(?:-o|--merge-into|--report|>) ([\w./-]+)/g),
    ...comment.matchAll(/→ ([\w./-]+)/g),
  ];
  return named.map(([, file = '']) => file).filter((file) => file !== '-' && !file.startsWith('--'));
}
