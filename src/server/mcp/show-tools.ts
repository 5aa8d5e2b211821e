/** `list_templates` and `show_template` over HTTP. */
import { Failure } from '#contract/errors';
import type { ToolArguments } from '#mcp/tool-arguments';
import { maxShownCharacters, type ToolResult } from '#mcp/tool-result';
import { requireManagementScope } from '../api/manage/require-management-scope.ts';
import { canWrite, type TeamCall } from './team-call.ts';
import { findTeamTemplate, textOfVersion, workingVersion } from './team-templates.ts';

/** Templates of one list. */
const maxListed = 200;

/** Bytes of a schema or of sample data that are shown beside the list of files. */
const maxInlineBytes = 20_000;

export async function listForTeam(call: TeamCall): Promise<ToolResult> {
  const { context, caller } = call;
  const { items, total } = await context.store.templates.list(caller.team.id, 1, maxListed);
  const isWriter = canWrite(call);
  const templates = items.map(({ id, name, publishedVersion, latestVersion }) => ({
    name,
    id,
    published_version: publishedVersion,
    ...(isWriter ? { latest_version: latestVersion } : {}),
  }));
  const more = total - items.length;
  return { report: { templates, ...(more > 0 ? { more } : {}) } };
}

/** The data that a template takes is shown to every token of the team; its files need the scope that `GET …/files` needs. */
export async function showForTeam(
  call: TeamCall,
  { template: named, file }: ToolArguments<'show_template'>,
): Promise<ToolResult> {
  const { context, caller } = call;
  const template = await findTeamTemplate(call, named);
  const { id, name, latestVersion, publishedVersion } = template;
  const version = await workingVersion(call, template);
  if (file !== undefined) {
    requireManagementScope(caller, 'templates:write');
    return { report: await shownFile(call, id, version, file) };
  }
  const { templates } = context.store;
  const digests = await templates.digests(id, version);
  const hasErrors = await templates.hasErrors(id, version);
  const readNames = async () => {
    const { key } = await context.templates.version(id, version);
    return await context.templateNames.list(key, () => templates.files(id, version));
  };
  const [names, schema, sample] = await Promise.all([
    hasErrors ? undefined : readNames(),
    textOfVersion(call, id, version, 'schema.json', maxInlineBytes),
    textOfVersion(call, id, version, 'data.json', maxInlineBytes),
  ]);
  const files = [...digests].map(([path, { size }]) => ({ path, bytes: size }));
  return {
    report: {
      name,
      id,
      version,
      published_version: publishedVersion,
      ...(canWrite(call) ? { latest_version: latestVersion, files } : {}),
      ...(hasErrors && { has_errors: true }),
      ...(names ? { data_names: { used: names.used, required: names.required } } : {}),
      data_schema: inlineJson(schema, digests.has('schema.json')),
      sample_data: inlineJson(sample, digests.has('data.json')),
    },
  };
}

/** Null if there is none. */
function inlineJson(text: string | undefined, exists: boolean): unknown {
  if (text === undefined) return exists ? 'too large to show here' : null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function shownFile(call: TeamCall, id: number, version: number, path: string): Promise<string> {
  const digests = await call.context.store.templates.digests(id, version);
  const found = digests.get(path);
  if (!found) {
    throw new Failure('invalid_request', `The template has no file ${JSON.stringify(path)}.`, {
      hint: `It has: ${[...digests.keys()].slice(0, 50).join(', ')}`,
    });
  }
  const text = await textOfVersion(call, id, version, path, maxShownCharacters);
  if (text !== undefined && !text.includes('\0')) return text;
  const reason = text === undefined ? `it has ${found.size} bytes` : 'it is not text';
  throw new Failure('invalid_request', `${path} cannot be shown: ${reason}.`);
}
