/** The collaborators of the tools of `pdfapi mcp`. */
import type { TemplateChecker } from '#server/template-check/template-checker';
import type { Session } from '../../session.ts';
import type { LocalEngine } from './local-engine.ts';
import type { TemplateRoot } from './template-root.ts';

export interface Workshop {
  readonly session: Session;
  readonly root: TemplateRoot;
  readonly checker: TemplateChecker;
  readonly engine: LocalEngine;
}

/** The team of the checker's queue: there is one. */
export const localTeam = 0;
