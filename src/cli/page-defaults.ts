/** What the project says of pages, for a command that renders locally. */
import type { PageDefaults } from '../contract/page.ts';
import { findProjectFile } from './project-file.ts';
import type { Session } from './session.ts';

export interface RenderDefaults {
  readonly pageDefaults: PageDefaults;
  /** The flag over the project file. */
  readonly strict: boolean;
}

/** `strict`: what `--strict` or `--no-strict` says. Throws `usage` where `pdfapi.json` is wrong. */
export function readRenderDefaults(
  { context }: Pick<Session, 'context'>,
  { strict }: { readonly strict?: boolean | undefined },
): RenderDefaults {
  const project = findProjectFile(context.workingDirectory)?.page;
  return { pageDefaults: project?.page ?? {}, strict: strict ?? project?.strict ?? false };
}
