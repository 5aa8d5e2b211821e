/** `list_templates` and `show_template` on folders. */
import { hashContent } from '#contract/content-hash';
import { Failure } from '#contract/errors';
import type { ToolArguments } from '#mcp/tool-arguments';
import { maxShownCharacters, type ToolResult } from '#mcp/tool-result';
import { collectTemplateFiles } from '#template/load/collect-template-files';
import { folderTree } from '#template/load/folder-tree';
import type { Workshop } from './workshop.ts';

/** Templates of one list. */
const maxListed = 200;

/** Bytes of a schema or of sample data that are shown beside the list of files. */
const maxInlineBytes = 20_000;

export async function listTool({ root }: Workshop): Promise<ToolResult> {
  const names = await root.list();
  const more = names.length - maxListed;
  const templates = names.slice(0, maxListed).map((name) => ({ name }));
  return { report: { folder: root.folder, templates, ...(more > 0 ? { more } : {}) } };
}

export async function showTool(
  { root, engine }: Workshop,
  { template: name, file }: ToolArguments<'show_template'>,
): Promise<ToolResult> {
  const path = await root.find(name);
  if (file !== undefined) return { report: await shownFile(path, file) };
  const files = await collectTemplateFiles(path);
  const names = await engine.listNames(hashContent(files).hash.toString('hex'), files);
  return {
    report: {
      name,
      folder: path,
      files: [...files].map(([each, { length }]) => ({ path: each, bytes: length })),
      ...(names ? { data_names: { used: names.used, required: names.required } } : {}),
      data_schema: inlineJson(files.get('schema.json')),
      sample_data: inlineJson(files.get('data.json')),
    },
  };
}

/** Null if there is none. */
function inlineJson(bytes: Uint8Array | undefined): unknown {
  if (!bytes) return null;
  if (bytes.length > maxInlineBytes) return 'too large to show here';
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function shownFile(folder: string, path: string): Promise<string> {
  const tree = folderTree(folder);
  const found = await tree.read(path);
  if (!found) {
    throw new Failure('invalid_request', `The template has no file ${JSON.stringify(path)}.`, {
      hint: `It has: ${(await tree.list()).slice(0, 50).join(', ')}`,
    });
  }
  if ('refusal' in found) {
    throw new Failure('invalid_request', `${JSON.stringify(path)} cannot be shown: ${found.refusal}.`);
  }
  const { bytes } = found;
  if (bytes.length <= maxShownCharacters && !bytes.includes(0)) return new TextDecoder().decode(bytes);
  const reason = bytes.includes(0) ? 'it is not text' : `it has ${bytes.length} bytes`;
  throw new Failure('invalid_request', `${path} cannot be shown: ${reason}.`);
}
