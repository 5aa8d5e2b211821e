/** `PUT /templates`: files become a version of the template of this name, if they are one. */
import { hashContent } from '../../contract/content-hash.ts';
import { Failure } from '../../contract/errors.ts';
import { pushSchema } from '../../contract/manage-schema.ts';
import { templateType } from '../../core/template/template-files.ts';
import { readRequestBody } from '../request-body.ts';
import type { ManageHandler } from './manage-handler.ts';
import { pushedFiles } from './pushed-files.ts';

export const pushTemplate: ManageHandler = async ({ tools: { store }, checker, team, body }) => {
  const { value } = readRequestBody(pushSchema, body);
  const { name, type, base, force = false, publish = false, dry_run = false } = value;
  const files = pushedFiles(store, store.templates.byName(team.id, name)?.id, value.files);
  refuse(await checker.check(files, name));
  const made = templateType(files);
  if (type !== undefined && type !== made) {
    const message = `The type must be ${made}: the template has ${made === 'editor' ? 'an editor.json' : 'no editor.json'}.`;
    throw new Failure('invalid_request', message, { errors: { type: [message] } });
  }
  const version = {
    teamId: team.id,
    name,
    type: made,
    hasBasePdf: files.has('base.pdf'),
    files,
    publish,
    ...(force || base === undefined ? {} : { base }),
  };
  const result = dry_run ? store.templates.tryPush(version) : store.templates.push(version);
  return {
    ...result,
    id: result.id ?? null,
    name,
    hash: hashContent(files).hash.toString('hex'),
    dry_run,
  };
};

/** Tells every fault of the template, each with its file and line. */
function refuse(faults: readonly Failure[]): void {
  const [first] = faults;
  if (!first) return;
  const errors: Record<string, string[]> = Object.create(null);
  const findings = faults.map(({ message, hint, location, errors: fields }) => {
    const file = location?.file ?? 'files';
    const text = location ? `line ${location.line}: ${message}` : message;
    const details = Object.entries(fields ?? {}).flatMap(([field, messages]) =>
      messages.map((each) => `${field}: ${each}`),
    );
    errors[file] = [...(errors[file] ?? []), text, ...details];
    const place = location && { file, line: location.line, column: location.column };
    return { message: [message, ...details].join(' '), hint, ...place };
  });
  const { location, message } = first;
  const place = location ? `${location.file}:${location.line}: ` : '';
  const rest = faults.length - 1;
  const more = rest === 0 ? '' : ` (and ${rest} more ${rest === 1 ? 'error' : 'errors'})`;
  throw new Failure('invalid_template', `${place}${message}${more}`, { errors, facts: { findings } });
}
