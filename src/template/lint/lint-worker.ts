/** Runs in each thread that lints. */
import { serveTasks } from '#runtime/serve-tasks';
import { runLint } from './lint-job.ts';

serveTasks(runLint);
