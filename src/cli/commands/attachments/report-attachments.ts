/** The list of the files attached to a PDF: a table for people, rows for scripts, JSON for programs. */
import { formatBytes } from '../../io/format.ts';
import { sanitize } from '../../io/sanitize.ts';
import { writeStdout } from '../../io/streams.ts';
import { tableTime, writeTable } from '../../io/table.ts';
import type { Session } from '../../session.ts';
import type { NamedAttachment } from './attachment-names.ts';

/** The columns are fixed for scripts; a person sees those that have something to say. */
export async function reportAttachments(session: Session, files: readonly NamedAttachment[]): Promise<void> {
  const { context, terminal } = session;
  if (context.json) {
    return await writeStdout(`${JSON.stringify({ attachments: files.map(describeAttachment) })}\n`);
  }
  if (files.length === 0) return terminal.note('The PDF has no attached files.');
  const rows = files.map((file) => [
    file.fileName,
    sizeOf(session, file),
    oneLine(file.type),
    oneLine(file.relationship),
    file.modified ? tableTime(session, file.modified.toISOString()) : '',
    file.page === undefined ? '' : String(file.page),
    oneLine(file.description),
  ]);
  const header = ['Name', 'Size', 'Type', 'Relationship', 'Modified', 'Page', 'Description'];
  await writeTable(session, header, rows, {
    optional: ['Page', 'Modified', 'Relationship', 'Type', 'Description'],
    shortenable: ['Description', 'Name'],
  });
  warnOfUnreadable(session, files);
}

/** The shape is part of the interface: fields are added, never renamed. */
export const describeAttachment = (file: NamedAttachment) => ({
  name: file.name,
  file_name: file.fileName,
  bytes: file.data?.length ?? null,
  type: file.type ?? null,
  relationship: file.relationship ?? null,
  description: file.description ?? null,
  created: file.created?.toISOString() ?? null,
  modified: file.modified?.toISOString() ?? null,
  page: file.page ?? null,
  problem: file.problem ?? null,
});

export function warnOfUnreadable({ terminal }: Session, files: readonly NamedAttachment[]): void {
  for (const { fileName, problem } of files) {
    if (problem !== undefined) terminal.warn(`${fileName}: ${problem}`);
  }
}

function sizeOf({ context }: Session, { data }: NamedAttachment): string {
  if (!data) return 'unreadable';
  return context.terminals.stdout ? formatBytes(data.length) : String(data.length);
}

const oneLine = (text = ''): string => sanitize(text).replaceAll(/\s+/g, ' ');
