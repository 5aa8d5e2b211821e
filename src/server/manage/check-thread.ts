/** A thread that checks templates, one at a time. A template that exceeds a limit ends it. */
import { Failure } from '../../contract/errors.ts';
import { moduleBeside } from '../../core/bounded-worker.ts';
import { type CrossingError, unpackError } from '../../core/fill/crossing-error.ts';
import type { TemplateFiles } from '../../core/template/template-files.ts';
import { BoundBroken, startKeptThread } from '../kept-thread.ts';

export interface CheckOrder {
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
  const thread = startKeptThread<CheckOrder, readonly CrossingError[]>(
    moduleBeside(import.meta.url, 'check-worker'),
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

function asFailure(packed: CrossingError): Failure {
  const error = unpackError(packed);
  if (error instanceof Failure) return error;
  throw error;
}
