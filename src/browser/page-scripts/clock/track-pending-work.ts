import type { ClockContext } from './clock-context.ts';

/** An object of the browser whose methods are replaced. */
type Methods = { [name: string]: (...args: never[]) => Promise<unknown> };

/**
 * Tracks work that the browser does for a page in the background and for which the page's clock waits in real time:
 * canvas images, which are encoded when the browser is idle, data that is decoded or compiled in another thread, and
 * the first message of a worker. Counts it in `clock.awaited`.
 *
 * @returns A function that resolves when that count reaches 0 or the pendingWorkBudgetMs runs out.
 */
export function trackPendingWork(context: ClockContext): () => Promise<void> {
  const { clock, like, apply, construct, then, addEventListener, performanceNow } = context;
  const { setTimeout, Promise } = window;
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = like(toBlob, (args, self) => {
    const callback = args[0];
    if (typeof callback !== 'function') return apply(toBlob, self, args);
    args[0] = (blob: Blob | null) => {
      clock.awaited--;
      callback(blob);
    };
    apply(toBlob, self, args);
    clock.awaited++;
  });
  const done = (): void => {
    clock.awaited--;
  };
  const asynchronous: readonly (readonly [object: object, names: readonly string[]])[] = [
    [window, ['createImageBitmap']],
    [HTMLImageElement.prototype, ['decode']],
    [Blob.prototype, ['arrayBuffer', 'text']],
    [FontFace.prototype, ['load']],
    [window.WebAssembly ?? {}, ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']],
  ];
  for (const [object, names] of asynchronous) {
    const methods = object as Methods;
    for (const name of names) {
      const real = methods[name];
      if (!real) continue;
      methods[name] = like(real, (args, self) => {
        const result = apply(real, self, args);
        clock.awaited++;
        apply(then, result, [done, done]);
        return result;
      });
    }
  }
  for (const name of ['readAsArrayBuffer', 'readAsBinaryString', 'readAsDataURL', 'readAsText'] as const) {
    const read = FileReader.prototype[name];
    FileReader.prototype[name] = like(read, (args, self) => {
      apply(read, self, args);
      clock.awaited++;
      apply(addEventListener, self, ['loadend', done, { once: true }]);
    });
  }
  const { terminate } = Worker.prototype;
  const OurWorker: typeof Worker = new Proxy(Worker, {
    __proto__: null,
    construct(real: typeof Worker, args: unknown[], target: new () => unknown) {
      const worker: Worker = construct(real, args, target === OurWorker ? real : target);
      let isAwaited = true;
      clock.awaited++;
      const stopWaiting = (): void => {
        if (isAwaited) clock.awaited--;
        isAwaited = false;
      };
      for (const event of ['message', 'messageerror', 'error']) {
        apply(addEventListener, worker, [event, stopWaiting]);
      }
      worker.terminate = () => {
        stopWaiting();
        apply(terminate, worker, []);
      };
      return worker;
    },
  } as ProxyHandler<typeof Worker>);
  Worker.prototype.constructor = OurWorker;
  window.Worker = OurWorker;
  return async () => {
    const before = performanceNow();
    while (clock.awaited > 0 && performanceNow() - before < clock.pendingWorkBudgetMs) {
      await new Promise((done) => setTimeout(done, 10));
    }
    clock.pendingWorkBudgetMs -= performanceNow() - before;
  };
}
