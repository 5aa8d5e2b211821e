/** A thread that checks templates, one at a time. A template that exceeds a limit ends it. */
import { Failure } from '../../../contract/errors.ts';
import type { TemplateFiles } from '../../../core/template/model/template-files.ts';
import { moduleBeside } from '../../../core/workers/bounded-worker.ts';
import { deserializeError, type SerializedError } from '../../../core/workers/serialize-error.ts';
import { BoundBroken, startKeptThread } from '../kept-thread.ts';

export interface TemplateCheckMessage {
  readonly files: TemplateFiles;
  readonly name: string;
}

export interface TemplateCheckLimits {
  readonly seconds: number;
  /** Limit of the thread's heap. */
  readonly memoryMb: number;
}

export interface CheckThread {
  /** Runs one check at a time. */
  check(files: TemplateFiles, name: string): Promise<readonly Failure[]>;
  /** True if the thread accepts no more checks. */
  readonly isOver: boolean;
  end(): Promise<void>;
}

export function startCheckThread(limits: TemplateCheckLimits): CheckThread {
  const thread = startKeptThread<TemplateCheckMessage, readonly SerializedError[]>(
    moduleBeside(import.meta.url, 'template-check-worker'),
    limits,
  );
  return {
    async check(files, name) {
      try {
        const found = await thread.run(limits.seconds, (ask) => ask({ files, name }));
        return found.map(asFailure);
      } catch (error) {
        if (error instanceof BoundBroken) return [tooMuch(error.amount)];
        throw error;
      }
    },
    get isOver() {
      return thread.isOver;
    },
    end: () => thread.end(),
  };
}

const tooMuch = (amount: string): Failure =>
  new Failure('invalid_template', `The template takes ${amount} to check.`, {
    hint: 'Is there a loop in it that does not end with its sample data?',
  });

function asFailure(packed: SerializedError): Failure {
  const error = deserializeError(packed);
  if (error instanceof Failure) return error;
  throw error;
}
