/** A thread that renders editor templates. It ends when a message exceeds a limit. */
import { Failure } from '../../contract/errors.ts';
import type { Assets } from '../template/model/template.ts';
import { isOutOfMemory, moduleBeside, startBoundedWorker } from '../workers/bounded-worker.ts';
import { deserializeError } from '../workers/serialize-error.ts';
import type { EditorMessage, EditorResult, FromEditorThread, ToEditorThread } from './editor-message.ts';

export interface EditorThread {
  /** Runs one message at a time. `cancel` ends the thread. */
  run(order: EditorMessage, assets: Assets, cancel: AbortSignal): Promise<EditorResult>;
  /** Whether the thread accepts no further messages. */
  readonly isOver: boolean;
  end(): Promise<void>;
}

const script = moduleBeside(import.meta.url, 'editor-worker');

export function startEditorThread(memoryMb: number): EditorThread {
  const worker = startBoundedWorker(script, memoryMb);
  worker.unref();
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  let running: { readonly assets: Assets; readonly answer: PromiseWithResolvers<EditorResult> } | undefined;
  let isOver = false;

  const end = async (reason: unknown = stopped()) => {
    isOver = true;
    ready.reject(reason);
    running?.answer.reject(reason);
    await worker.terminate();
  };
  const send = (message: ToEditorThread) => worker.postMessage(message);
  const give = async (paths: readonly string[], { read }: Assets) => {
    const files = await Promise.all(
      paths.map(async (path) => {
        const asset = await read(path).catch(() => undefined);
        return asset ? ([[path, asset.bytes]] as const) : [];
      }),
    );
    if (!isOver) send({ files: files.flat() });
  };
  worker.on('message', (message: FromEditorThread) => {
    if (message === 'ready') ready.resolve();
    else if ('need' in message) {
      if (running) void give(message.need, running.assets);
    } else if ('result' in message) running?.answer.resolve(message.result);
    else running?.answer.reject(deserializeError(message.error));
  });
  worker.on('error', (error) => {
    const message = `The document takes more than ${memoryMb} MB of memory.`;
    void end(isOutOfMemory(error) ? new Failure('memory_limit', message, { cause: error }) : error);
  });
  worker.on('exit', (code) =>
    end(new Error(`The thread that makes documents of editor templates ended with code ${code}.`)),
  );

  return {
    async run(order, assets, cancel) {
      const answer = Promise.withResolvers<EditorResult>();
      answer.promise.catch(() => {});
      running = { assets, answer };
      const giveUp = () => void end(cancel.reason);
      cancel.addEventListener('abort', giveUp, { once: true });
      worker.ref();
      try {
        await ready.promise;
        send({ order });
        return await answer.promise;
      } finally {
        cancel.removeEventListener('abort', giveUp);
        running = undefined;
        worker.unref();
      }
    },
    get isOver() {
      return isOver;
    },
    end: () => end(),
  };
}

const stopped = () =>
  new Failure('interrupted', 'Editor templates are not rendered any more: this process is ending.');
