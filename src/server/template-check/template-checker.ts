/**
 * Checks untrusted templates in threads that are ended if one exceeds its time or memory: the check fills the template
 * with its sample data, and a loop in it must not block the server. Teams take turns, and a team whose checks never end
 * leaves a second thread to the others.
 */
import { Failure } from '#contract/errors';
import { deserializeError, type SerializedError } from '#runtime/serialize-error';
import type { ThreadLimits } from '#runtime/thread-limits';
import { startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import type { TemplateFiles } from '#template/model/template-files';
import type { DataSchemaJson } from '#template/schema/data-schema-json';
import { startRenderQueue } from '../rendering/render-queue.ts';
import type { DescribedTemplate } from './describe-template-files.ts';
import type { TemplateCheckAnswer, TemplateCheckTask } from './template-check-worker.ts';

export interface TemplateChecker {
  /**
   * Returns the faults of these files as a template; an empty list means that they are valid. The check leaves its
   * place in the queue, or stops, when `signal` aborts. Throws `queue_full`, `server_stopping` and the reason of
   * `signal`.
   */
  check(files: TemplateFiles, name: string, team: number, signal: AbortSignal): Promise<readonly Failure[]>;
  /** Like `check`, without faults that leave something to render. The warnings are about files that are missing. */
  checkPreview(
    files: TemplateFiles,
    name: string,
    team: number,
    signal: AbortSignal,
  ): Promise<Pick<DescribedTemplate, 'errors' | 'warnings'>>;
  /** Like `check`, and also finds warnings and accessibility problems. */
  describe(files: TemplateFiles, name: string, team: number, signal: AbortSignal): Promise<DescribedTemplate>;
  /** Returns a JSON Schema of the data that these files read, or undefined if they are no valid template. */
  schema(
    files: TemplateFiles,
    name: string,
    team: number,
    signal: AbortSignal,
  ): Promise<DataSchemaJson | undefined>;
  /** Ends all threads; running and waiting checks fail. */
  close(): Promise<void>;
}

/** Checks that may wait, across all teams. Each holds its files in memory. */
const maxWaiting = 16;

export function startTemplateChecker(limits: Partial<ThreadLimits> = {}): TemplateChecker {
  // The checks of one team run one after another, because the cores are for documents.
  const queue = startRenderQueue({
    workers: 1,
    reserve: 1,
    capacity: maxWaiting,
    fullMessage: 'Too many templates are waiting to be checked.',
  });
  const pool = startWorkerPool<TemplateCheckTask, TemplateCheckAnswer>({
    ...threadBeside(import.meta.url, 'template-check'),
    ...limits,
    closedError: () => new Failure('server_stopping', 'The server is stopping.'),
  });
  const run = async (
    task: TemplateCheckTask,
    signal: AbortSignal,
  ): Promise<DescribedTemplate & Pick<TemplateCheckAnswer, 'schema'>> => {
    try {
      const { errors, ...rest } = await pool.run(task, { signal });
      return { errors: errors.map(toFailure), ...rest };
    } catch (error) {
      if (!(error instanceof WorkerLimitError)) throw error;
      return { errors: [limitExceeded(error)], warnings: [], accessibility: [] };
    }
  };
  const inTurn = (task: TemplateCheckTask, team: number, signal: AbortSignal) =>
    queue.run(team, signal, () => run(task, signal));
  return {
    check: async (files, name, team, signal) => (await inTurn({ files, name }, team, signal)).errors,
    checkPreview: (files, name, team, signal) => inTurn({ files, name, kind: 'preview' }, team, signal),
    describe: (files, name, team, signal) => inTurn({ files, name, kind: 'describe' }, team, signal),
    schema: async (files, name, team, signal) =>
      (await inTurn({ files, name, kind: 'schema' }, team, signal)).schema,
    async close() {
      queue.close();
      await pool.close();
    },
  };
}

const limitExceeded = ({ amount }: WorkerLimitError): Failure =>
  new Failure('invalid_template', `Checking the template takes ${amount}.`, {
    hint: 'Does it have a loop that never ends with its sample data?',
  });

function toFailure(serialized: SerializedError): Failure {
  const error = deserializeError(serialized);
  if (error instanceof Failure) return error;
  throw error;
}
