/** The project's page settings, for a command that renders locally. */
import { baseUrlExample, parseBaseUrl } from '#contract/base-url';
import type { StandardsSettings } from '#contract/documents';
import { Failure } from '#contract/errors';
import type { PageDefaults } from '#contract/page';
import type { Session } from '../session.ts';
import { findProjectFile } from './project-file.ts';

export interface RenderDefaults {
  readonly pageDefaults: PageDefaults;
  /** The flag overrides the project file. */
  readonly strict: boolean;
  /** The value of `--base-url`. */
  readonly baseUrl: string | undefined;
  /** Applies if neither the option nor the template sets one. */
  readonly defaultBaseUrl: string | undefined;
  /** Apply if neither the options nor the template sets them. */
  readonly defaultStandards: StandardsSettings;
}

/** Combines the options with the project file. Throws `usage` if `--base-url` or `pdfapi.json` is invalid. */
export function readRenderDefaults(
  { context }: Pick<Session, 'context'>,
  { strict, baseUrl }: { readonly strict?: boolean | undefined; readonly baseUrl?: string | undefined },
): RenderDefaults {
  const project = findProjectFile(context.workingDirectory)?.page;
  return {
    pageDefaults: project?.page ?? {},
    strict: strict ?? project?.strict ?? false,
    baseUrl: baseUrl === undefined ? undefined : readBaseUrl(baseUrl),
    defaultBaseUrl: project?.baseUrl,
    defaultStandards: project?.standards ?? {},
  };
}

function readBaseUrl(text: string): string {
  const url = parseBaseUrl(text);
  if (url !== undefined) return url;
  throw new Failure('usage', `--base-url "${text}" is not a valid base address for links.`, {
    hint: `It must be an http or https address, ${baseUrlExample}`,
  });
}
