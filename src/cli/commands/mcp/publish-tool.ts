/** `publish` on folders: what `pdfapi templates push --publish` does. */

import { Failure } from '#contract/errors';
import type { ToolArguments } from '#mcp/tool-arguments';
import { findingsText } from '#mcp/tool-failure';
import type { ToolResult } from '#mcp/tool-result';
import { writeFolderRecord } from '../templates/repository/folder-record.ts';
import { readLocalTemplate } from '../templates/repository/local-template.ts';
import { comparePush, pushFolder } from '../templates/repository/push-folders.ts';
import { openTemplateRepository } from '../templates/repository/template-repository.ts';
import { localTeam, type Workshop } from './workshop.ts';

/** Throws the errors of a push, such as `no_server`, `scope_required` and `template_conflict`. */
export async function publishTool(
  { root, session, checker }: Workshop,
  { template: named, draft = false }: ToolArguments<'publish'>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const path = await root.find(named);
  const local = await readLocalTemplate(path);
  const { errors } = await checker.describe(local.files, named, localTeam, signal);
  if (errors.length > 0) {
    const findings = errors.map(({ message, hint, location }) => ({ message, hint, ...location }));
    throw new Failure('invalid_template', `Nothing was stored.\n${findingsText(findings)}`);
  }
  const repository = await openTemplateRepository(session, {});
  const options = { publish: !draft, dryRun: false, force: false };
  const [state] = await comparePush(repository, [local], options);
  if (!state) throw new Failure('internal', 'The folder was not compared.');
  const { id, version, published, unchanged } = await pushFolder(repository, state, options);
  const { hash, name } = local;
  if (id !== null) await writeFolderRecord(session, path, repository.address, { id, version, hash, name });
  return {
    report: { name, id, version, published, unchanged, server: repository.address ?? 'this machine' },
  };
}
