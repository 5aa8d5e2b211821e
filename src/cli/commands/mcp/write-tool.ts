/** `write_template` on folders: all files of a call are written, or none. */
import { realpath, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '#contract/errors';
import { describeTemplateCheck } from '#mcp/describe-check';
import { editText } from '#mcp/edit-text';
import type { ToolArguments } from '#mcp/tool-arguments';
import type { ToolResult } from '#mcp/tool-result';
import { collectTemplateFiles } from '#template/load/collect-template-files';
import { folderTree } from '#template/load/folder-tree';
import { writeTemplateFiles } from '#template/load/write-template-files';
import {
  checkTemplateFileSet,
  hasMainFile,
  isTemplateFile,
  rejectTemplateFile,
  type TemplateFiles,
} from '#template/model/template-files';
import { isInside } from './template-root.ts';
import { localTeam, type Workshop } from './workshop.ts';

type WrittenFile = ToolArguments<'write_template'>['files'][number];

export async function writeTool(
  { root, session, checker }: Workshop,
  { template: name, files }: ToolArguments<'write_template'>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const folder = await root.locate(name);
  const isKnown = (await root.list()).includes(name);
  const before: TemplateFiles = isKnown ? await collectTemplateFiles(folder) : new Map();
  const changed = await changes(folder, files);
  const deleted = [...changed].filter(([, bytes]) => bytes === undefined).map(([path]) => path);
  const written = new Map([...changed].flatMap(([path, bytes]) => (bytes ? [[path, bytes] as const] : [])));
  const after = new Map([...before, ...written]);
  for (const path of deleted) after.delete(path);
  assertTemplate(after);
  await assertInside(folder, [...changed.keys()]);
  if (written.size > 0) {
    await writeTemplateFiles(folder, written, { overwrite: true, shutdown: session.shutdown });
  }
  for (const path of deleted) await unlink(join(folder, path));
  const found = await checker.describe(after, name, localTeam, signal);
  return { report: { name, folder, files: [...after.keys()].sort(), ...describeTemplateCheck(found) } };
}

/** Returns the new content of each file, and undefined for those to delete. Writes nothing. */
async function changes(
  folder: string,
  files: readonly WrittenFile[],
): Promise<ReadonlyMap<string, Uint8Array | undefined>> {
  const tree = folderTree(folder);
  const changed = new Map<string, Uint8Array | undefined>();
  for (const [index, { path, content, encoding = 'utf8', edits }] of files.entries()) {
    const reject = (message: string): never => {
      throw new Failure('invalid_request', message, { errors: { [`files.${index}.path`]: [message] } });
    };
    const shown = JSON.stringify(path.slice(0, 200));
    if (changed.has(path)) reject(`The path ${shown} occurs twice.`);
    // A file that is there may be changed or deleted, whatever its type.
    const fault = content === undefined && isTemplateFile(path) ? undefined : rejectTemplateFile(path);
    if (fault !== undefined) {
      reject(`${shown} cannot be a file of a template: ${fault}.`);
    }
    if (content !== undefined) {
      changed.set(path, decode(content, encoding, index));
      continue;
    }
    const existing = await tree.read(path);
    if (!existing) throw reject(`The template has no file ${shown}. Give its content to create it.`);
    if ('refusal' in existing) throw reject(`${shown} cannot be changed: ${existing.refusal}.`);
    const text = edits && editText(new TextDecoder().decode(existing.bytes), edits, path);
    changed.set(path, text === undefined ? undefined : Buffer.from(text));
  }
  return changed;
}

function decode(content: string, encoding: 'utf8' | 'base64', index: number): Uint8Array {
  const bytes = Buffer.from(content, encoding);
  if (encoding === 'utf8' || bytes.toString('base64') === content) return bytes;
  const message = 'The content must be base64.';
  throw new Failure('invalid_request', message, { errors: { [`files.${index}.content`]: [message] } });
}

/** Throws `invalid_template`, and `invalid_request` if what is left is no template. */
function assertTemplate(files: TemplateFiles): void {
  checkTemplateFileSet(files);
  if (hasMainFile(files)) return;
  throw new Failure('invalid_request', 'A template needs template.html or template.md.', {
    hint: 'Nothing was written.',
  });
}

/** No folder on the way to a file may be a link that leads out of the template, not even to create a folder there. */
async function assertInside(folder: string, paths: readonly string[]): Promise<void> {
  const root = await realpath(folder).catch(() => undefined);
  if (root === undefined) return;
  for (const path of paths) {
    for (let above = dirname(path); above !== '.'; above = dirname(above)) {
      const real = await realpath(join(folder, above)).catch(() => undefined);
      if (real === undefined || isInside(root, real)) continue;
      throw new Failure(
        'invalid_request',
        `${JSON.stringify(path)} cannot be written: ${above} is a link to a place outside the template.`,
      );
    }
  }
}
