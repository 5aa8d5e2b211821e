/** Runs in each thread that lints. */
import { serveTasks } from '../workers/serve-tasks.ts';
import { runLint } from './lint-job.ts';

serveTasks(runLint);
