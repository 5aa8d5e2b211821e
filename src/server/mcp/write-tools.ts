/** `write_template` and `publish` over HTTP: the push and the publication of the management API. */
import { Failure } from '#contract/errors';
import { editText } from '#mcp/edit-text';
import type { ToolArguments } from '#mcp/tool-arguments';
import type { ToolResult } from '#mcp/tool-result';
import type { TemplateRecord } from '#store/template-records';
import type { ManageCall } from '../api/manage/manage-handler.ts';
import { publishTemplate } from '../api/manage/publish-template.ts';
import { storeVersion } from '../api/manage/push-template.ts';
import { requireManagementScope } from '../api/manage/require-management-scope.ts';
import { describeDraft } from './check-tool.ts';
import type { TeamCall } from './team-call.ts';
import { findIfAny, findTeamTemplate, textOfVersion } from './team-templates.ts';

/** Bytes of a file that is edited. */
const maxEditedBytes = 1_000_000;

type WrittenFile = ToolArguments<'write_template'>['files'][number];

/** A file as a push sends it: with its content in base64, or the hash of content that the server has. */
type PushedFile = { readonly path: string } & ({ readonly content: string } | { readonly hash: string });

export async function writeForTeam(
  call: TeamCall,
  { template: named, files }: ToolArguments<'write_template'>,
): Promise<ToolResult> {
  requireManagementScope(call.caller, 'templates:write');
  const { templates } = call.context.store;
  const known = await findIfAny(call, named);
  const pushed = await changedFiles(call, known, files);
  const name = known?.name ?? named;
  const base = known ? await templates.hash(known.id, known.latestVersion) : null;
  const push = manageCall(call, JSON.stringify({ name, files: pushed, base }));
  const { id, version, published } = await storeVersion(push, { acceptsErrors: false });
  if (id === null) throw new Failure('internal', 'The version has no template.');
  const described = await describeDraft(call, id, version);
  return { report: { name, id, version, published, files: pushed.map(({ path }) => path), ...described } };
}

/** Returns all files of the new version. */
async function changedFiles(
  call: TeamCall,
  known: TemplateRecord | undefined,
  written: readonly WrittenFile[],
): Promise<readonly PushedFile[]> {
  const { templates } = call.context.store;
  const before = known ? await templates.digests(known.id, known.latestVersion) : new Map();
  const files = new Map<string, PushedFile>(
    [...before].map(([path, { hash }]) => [path, { path, hash: hash.toString('hex') }]),
  );
  const seen = new Set<string>();
  for (const { path, content, encoding = 'utf8', edits, delete: isDeleted } of written) {
    if (seen.has(path)) throw new Failure('invalid_request', `The file ${path} occurs twice.`);
    seen.add(path);
    if (content !== undefined) {
      files.set(path, { path, content: encoding === 'base64' ? content : toBase64(content) });
      continue;
    }
    if (!files.has(path)) {
      throw new Failure('invalid_request', `The template has no file ${JSON.stringify(path)}.`, {
        hint: 'Nothing was stored. Give its content to create it.',
      });
    }
    if (isDeleted) files.delete(path);
    else if (known && edits) {
      const text = await textOfVersion(call, known.id, known.latestVersion, path, maxEditedBytes);
      if (text === undefined) {
        throw new Failure('invalid_request', `${path} is too large to be edited. Give its content instead.`);
      }
      files.set(path, { path, content: toBase64(editText(text, edits, path)) });
    }
  }
  return [...files.values()];
}

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

export async function publishForTeam(
  call: TeamCall,
  { template: named, version }: ToolArguments<'publish'>,
): Promise<ToolResult> {
  requireManagementScope(call.caller, 'templates:write');
  const { id } = await findTeamTemplate(call, named);
  const published = await publishTemplate(
    manageCall(call, JSON.stringify({ version }), { template_id: String(id) }),
  );
  return { report: published };
}

const manageCall = (
  { context, checker, caller, signal }: TeamCall,
  body: string,
  parameters: Readonly<Record<string, string>> = {},
): ManageCall => ({
  context,
  checker,
  team: caller.team,
  tokenId: caller.tokenId,
  parameters,
  query: {},
  body,
  signal,
});
