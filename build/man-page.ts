/** The manual page `pdfapi(1)`, from the program itself, in the language of man(7). The build writes it. */
import type { Command, Option } from 'commander';
import { exitCodes } from '../src/cli/exit-codes.ts';
import { environmentVariables } from '../src/cli/options/environment.ts';
import { type Setting, settings } from '../src/server/settings.ts';

export interface ManPageFacts {
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/** Returns the text of the page. */
export function manPage(program: Command, { version, date }: ManPageFacts): string {
  const variables = {
    ...environmentVariables,
    ...Object.fromEntries(
      Object.values(settings).map(({ variable, flag, help }: Setting<unknown>) => [
        variable,
        `As serve ${flag}: ${help}.`,
      ]),
    ),
  };
  return [
    `.TH PDFAPI 1 ${quoted(date)} ${quoted(`pdfapi ${version}`)} "User Commands"`,
    '.nh',
    section('NAME'),
    `pdfapi \\- ${text('turn templates and data, or HTML, into PDFs')}`,
    section('SYNOPSIS'),
    '.B pdfapi',
    '.I command',
    '[\\fIoptions\\fR]',
    section('DESCRIPTION'),
    text(program.description()),
    section('GLOBAL OPTIONS'),
    text('They may stand before or after the command.'),
    ...program.createHelp().visibleOptions(program).map(option),
    section('COMMANDS'),
    ...commandsBelow(program, 'pdfapi'),
    section('EXIT STATUS'),
    ...exitCodes.map(({ code, meaning }) => entry(String(code), meaning)),
    section('ENVIRONMENT'),
    ...Object.entries(variables).map(([name, meaning]) => entry(name, meaning)),
    section('EXAMPLES'),
    ...examples.map(([what, command]) => `.TP\n${text(what)}\n.nf\n${text(command)}\n.fi`),
    '',
  ].join('\n');
}

const examples = [
  ['Render a template folder with data:', 'pdfapi generate ./invoice -d invoice.json -o invoice.pdf'],
  ['Render HTML from a pipe to a printer:', 'pdfapi html - -o - < page.html | lp'],
  ['Make a PDF of each row of a table:', "pdfapi batch ./diploma rows.csv -o 'out/{{ name }}.pdf'"],
  ['Run the API on this machine:', 'pdfapi serve --port 8080'],
] as const;

function commandsBelow(parent: Command, path: string): string[] {
  const help = parent.createHelp();
  return help.visibleCommands(parent).flatMap((command) => {
    const name = `${path} ${command.name()}`;
    const own = command.createHelp();
    const synopsis = `${name} ${command.usage()}`.trim();
    return [
      `.SS ${quoted(synopsis)}`,
      text(command.description() || command.summary()),
      ...own.visibleOptions(command).map(option),
      ...commandsBelow(command, name),
    ];
  });
}

const option = ({ flags, description }: Option): string => entry(flags, description);
const entry = (term: string, meaning: string): string => `.TP\n\\fB${text(term)}\\fR\n${text(meaning)}`;
const section = (title: string): string => `.SH ${title}`;
const quoted = (words: string): string => `"${text(words).replaceAll('"', '\\(dq')}"`;

/** Escapes what roff treats as its own: backslashes, hyphens that must stay ASCII, and control characters of a line. */
const text = (plain: string): string =>
  plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&')
    .replace(
      /\P{ASCII}/gu,
      (character) => `\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
