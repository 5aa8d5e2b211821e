/** Runs all commands on one file, one after the other, and judges what they do. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { JudgeTimeout } from '../judges/run-judge.ts';
import { fields, fill, flatten } from './form-commands.ts';
import { image } from './image-command.ts';
import { PdfapiError } from './library.ts';
import type { FileOutcome, Outcome, Refusal } from './outcome.ts';
import { letterhead, merge, pages, protect, stamp, unlock } from './page-commands.ts';
import { runBuilt } from './run-built.ts';
import { check, sign } from './seal-commands.ts';
import { openCase, type SweepCase, type SweepTools } from './sweep-case.ts';
import type { SweepCommand } from './sweep-command.ts';

export const commands: readonly SweepCommand[] = [
  ...[pages, merge, stamp, letterhead, protect, unlock],
  ...[sign, fields, fill, flatten, image, check],
];

export interface FileWork {
  readonly name: string;
  readonly path: string;
  /** Whether all commands run as the built command, which is slower, instead of through the library. */
  readonly isBuilt: boolean;
  /** Commands that did not come to an end before, and what happened. */
  readonly stopped: Readonly<Record<string, string>>;
}

export async function workOnFile(
  { name, path, isBuilt, stopped }: FileWork,
  tools: SweepTools,
  onCommand: (command: string) => void,
): Promise<FileOutcome> {
  const input = await openCase(path, tools);
  const written = new Set<string>();
  const outcomes: Outcome[] = [];
  for (const command of commands) {
    onCommand(command.name);
    const reason = stopped[command.name];
    const outcome =
      reason === undefined ? await runCommand(command, input, { isBuilt, written }) : crashed(reason);
    if (outcome.status === 'done') written.add(command.name);
    outcomes.push({ command: command.name, ...outcome });
  }
  return { file: name, fault: input.fault, outcomes };
}

type Bare = Omit<Outcome, 'command'>;

const nothing = { warnings: [], differences: [], judges: [] } as const;
const crashed = (reason: string): Bare => ({ ...nothing, status: 'crashed', reason });

async function runCommand(
  command: SweepCommand,
  input: SweepCase,
  { isBuilt, written }: { readonly isBuilt: boolean; readonly written: ReadonlySet<string> },
): Promise<Bare> {
  const reason = command.skips?.(input, written);
  if (reason !== undefined) return { ...nothing, status: 'skipped', reason };
  const output = command.output && input.output(command.output);
  if (output) rmSync(output, { force: true });
  // The fields are needed by the commands after it.
  const made = isBuilt && command.name !== 'fields' ? undefined : await runLibrary(command, input, output);
  if (made?.status === 'crashed') return made;
  if (made?.status === 'done') return await judged(command, input, made);
  // What the library refuses runs once more as a command, because of the words that its user reads.
  const ran = await runBuilt(command.words(input), { output, folder: input.tools.folder });
  if (ran.status !== 'done')
    return { ...nothing, ...ran, refusal: ran.refusal && unnamed(ran.refusal, input) };
  if (output && !existsSync(output)) return crashed('It ended well without a file');
  const warnings = ran.warnings.map((text) => text.replaceAll(input.path, 'FILE'));
  return await judged(command, input, { ...nothing, ...ran, warnings });
}

/** Equal for all files. */
function unnamed({ code, exit, message, hint }: Refusal, { path }: SweepCase): Refusal {
  const unname = (text: string) => text.replaceAll(path, 'FILE').replaceAll(basename(path), 'FILE');
  return { code, exit, message: unname(message), hint: unname(hint) };
}

async function runLibrary(
  command: SweepCommand,
  input: SweepCase,
  output: string | undefined,
): Promise<Bare> {
  try {
    const { pdf, warnings } = await command.run(input);
    if (output && pdf) writeFileSync(output, pdf);
    return { ...nothing, status: 'done', warnings };
  } catch (error) {
    const isRefusal = error instanceof PdfapiError ? error.exitCode > 1 : isPdfError(error);
    return isRefusal ? { ...nothing, status: 'refused' } : crashed(String(error));
  }
}

/** Of `check`, which the library does not have. */
const isPdfError = (error: unknown): boolean => error instanceof Error && error.name === 'PdfError';

async function judged(command: SweepCommand, input: SweepCase, outcome: Bare): Promise<Bare> {
  try {
    const { differences, readers } = await command.judge(input, outcome);
    return { ...outcome, differences, judges: readers };
  } catch (error) {
    if (error instanceof JudgeTimeout) return { ...outcome, reason: error.message };
    const what = `the judgement fails: ${error}`;
    return { ...outcome, differences: [{ reader: 'pdfapi', what }] };
  }
}
