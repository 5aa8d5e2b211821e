/** The installed PHP Twig with the clock of the machine, and when its results and those of this engine are the same. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compile, TemplateRuntimeError, TemplateSyntaxError } from '../../../src/core/twig/index.ts';

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

/** Such as `3.28.0`. Another Twig than the installed one is named by PDFAPI_TEST_TWIG, its autoload.php. */
export const twigVersion = /^[\d.]+$/.exec(String(spawnSync('php', ['-r', probe]).stdout))?.[0];

/** Whether the installed Twig is older than `version`, such as `3.28`. */
export function isOlderThan(version: string): boolean {
  return twigVersion === undefined || twigVersion.localeCompare(version, 'en', { numeric: true }) < 0;
}

/** One PHP process over all cases: to start one takes longer than a hundred of them. */
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

/** The same output, or an error on the same line. PHP's own errors have no line. */
export function agree(php: Result, own: Result): boolean {
  if (php.output !== undefined) return php.output === own.output;
  return own.error !== undefined && ((php.line ?? 0) < 1 || php.line === own.line);
}

/**
 * What an installed Twig is too old for, or lacks an extra package for, such as `"slug" filter`. It counts only where
 * this engine rendered the template: names that neither of the two knows are errors on both sides.
 */
export const lackingName = ({ error }: Result): string | undefined =>
  /^Unknown ("[\w ]+" (?:filter|function|test|tag))/.exec(error ?? '')?.[1];
