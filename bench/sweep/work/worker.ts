/** A process that works on files, one after the other. Its parent ends it if a command does not come to an end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Renderer } from '../../../src/index.ts';
import { openRenderer } from './library.ts';
import { makeTools } from './sweep-case.ts';
import { type FileWork, workOnFile } from './work-on-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdfapi-sweep-'));
let started: Promise<Renderer> | undefined;
const tools = makeTools(folder, () => {
  started ??= openRenderer({ workers: 1, sandbox: process.env.PDFAPI_NO_SANDBOX !== '1' });
  return started;
});

process.on('message', async (work: FileWork) => {
  const outcome = await workOnFile(work, tools, (command) => process.send?.({ command }));
  process.send?.({ outcome });
});
// The parent has no more files, or is gone.
process.on('disconnect', async () => {
  rmSync(folder, { recursive: true, force: true });
  await (await started)?.close();
  process.exit();
});
