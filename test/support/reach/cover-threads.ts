/**
 * Loaded before everything else in each process, and in each thread. The product starts its threads without environment and
 * options, and ends them when they have nothing to do, before V8's coverage is written: here they get both, and write it before
 * each of their messages.
 */
import { syncBuiltinESMExports } from 'node:module';
import { takeCoverage } from 'node:v8';
import threads, { isMainThread, parentPort, type WorkerOptions } from 'node:worker_threads';

const { NODE_V8_COVERAGE } = process.env;

class CoveredWorker extends threads.Worker {
  constructor(script: string | URL, options: WorkerOptions = {}) {
    const env = typeof options.env === 'object' ? { ...options.env, NODE_V8_COVERAGE } : options.env;
    const execArgv = [...(options.execArgv ?? process.execArgv), '--import', import.meta.url];
    super(script, { ...options, env, execArgv });
  }
}

if (NODE_V8_COVERAGE) {
  threads.Worker = CoveredWorker;
  syncBuiltinESMExports();
  if (!isMainThread && parentPort) {
    const post = parentPort.postMessage.bind(parentPort);
    parentPort.postMessage = (...message) => {
      takeCoverage();
      post(...message);
    };
  }
}
