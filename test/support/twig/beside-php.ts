/** Runs the installed PHP Twig with the clock of the machine, and compares its results with those of this engine. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../../../src/twig/index.ts';

export interface TwigCase {
  readonly template: string;
  readonly data?: object;
  readonly partials?: Readonly<Record<string, string>>;
  readonly strict?: boolean;
}

export interface Result {
  readonly output?: string;
  readonly error?: string;
  readonly line?: number;
  /** Of PHP's results only. */
  readonly kind?: 'syntax' | 'runtime';
}

const oracle = fileURLToPath(new URL('oracle.php', import.meta.url));
const probe =
  '@include getenv("PDFAPI_TEST_TWIG") ?: "Twig/autoload.php"; echo class_exists("Twig\\\\Environment") ? Twig\\Environment::VERSION : "";';

/** For example `3.28.0`. PDFAPI_TEST_TWIG, the path of an autoload.php, selects another Twig than the installed one. */
export const twigVersion = /^[\d.]+$/.exec(String(spawnSync('php', ['-r', probe]).stdout))?.[0];

/** Whether the installed Twig is older than `version`, for example `3.28`, or missing. */
export function isOlderThan(version: string): boolean {
  return twigVersion === undefined || twigVersion.localeCompare(version, 'en', { numeric: true }) < 0;
}

/** Renders all cases in one PHP process, because starting one takes longer than a hundred cases. */
export function phpResults(cases: readonly TwigCase[]): Result[] {
  const { stdout } = spawnSync('php', [oracle], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return JSON.parse(stdout) as Result[];
}

export function ownResult({ template, data = {}, partials = {}, strict = false }: TwigCase): Result {
  try {
    return { output: compile(template, { partials, strict }).render(data) };
  } catch (error) {
    if (error instanceof TemplateSyntaxError || error instanceof TemplateRuntimeError) {
      return { error: error.detail, line: error.line };
    }
    throw error;
  }
}

/** Whether both have the same output, or an error on the same line. Errors of PHP itself have no line. */
export function agree(php: Result, own: Result): boolean {
  if (php.output !== undefined) return php.output === own.output;
  return own.error !== undefined && ((php.line ?? 0) < 1 || php.line === own.line);
}

/**
 * The name that the installed Twig lacks because it is too old or has no extra package for it, for example
 * `"slug" filter`. It counts only if this engine rendered the template: a name that neither knows is an error in both.
 */
export const lackingName = ({ error }: Result): string | undefined =>
  /^Unknown ("[\w ]+" (?:filter|function|test|tag))/.exec(error ?? '')?.[1];
