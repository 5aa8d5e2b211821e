/**
 * Tracks work that the browser does for a page in the background and for which the page's clock waits in real time:
 * canvas images, which are encoded when the browser is idle, data that is decoded or compiled in another thread, and
 * the first message of a worker.
 */

/**
 * A part of `pageClock`. It increments and decrements `clock.awaited`, and defines `arrived`, which resolves when that
 * count reaches 0 or the patience runs out.
 */
export const pendingWork = `
  const { toBlob } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.toBlob = like(toBlob, (args, self) => {
    const callback = args[0];
    if (typeof callback !== 'function') return apply(toBlob, self, args);
    args[0] = (blob) => {
      clock.awaited--;
      callback(blob);
    };
    apply(toBlob, self, args);
    clock.awaited++;
  });
  const done = () => { clock.awaited--; };
  for (const [object, names] of [
    [window, ['createImageBitmap']],
    [HTMLImageElement.prototype, ['decode']],
    [Blob.prototype, ['arrayBuffer', 'text']],
    [FontFace.prototype, ['load']],
    [window.WebAssembly ?? {}, ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']],
  ]) {
    for (const name of names.filter((name) => object[name])) {
      const make = object[name];
      object[name] = like(make, (args, self) => {
        const result = apply(make, self, args);
        clock.awaited++;
        apply(then, result, [done, done]);
        return result;
      });
    }
  }
  for (const name of ['readAsArrayBuffer', 'readAsBinaryString', 'readAsDataURL', 'readAsText']) {
    const read = FileReader.prototype[name];
    FileReader.prototype[name] = like(read, (args, self) => {
      apply(read, self, args);
      clock.awaited++;
      apply(addEventListener, self, ['loadend', done, { once: true }]);
    });
  }
  const { terminate } = Worker.prototype;
  const OurWorker = new Proxy(Worker, {
    __proto__: null,
    construct(real, args, target) {
      const worker = construct(real, args, target === OurWorker ? real : target);
      let isAwaited = true;
      clock.awaited++;
      const answered = () => {
        if (isAwaited) clock.awaited--;
        isAwaited = false;
      };
      for (const event of ['message', 'messageerror', 'error']) apply(addEventListener, worker, [event, answered]);
      worker.terminate = () => {
        answered();
        apply(terminate, worker, []);
      };
      return worker;
    },
  });
  Worker.prototype.constructor = OurWorker;
  window.Worker = OurWorker;
  const arrived = async () => {
    const before = performanceNow();
    while (clock.awaited > 0 && performanceNow() - before < clock.patience) {
      await new Promise((done) => setTimeout(done, 10));
    }
    clock.patience -= performanceNow() - before;
  };
`;
