/** Runs in the thread that lists the names that templates read. */
import { templateNames } from '../../../core/template/check/template-variables.ts';
import { serveTasks } from '../../../core/workers/serve-tasks.ts';

serveTasks(templateNames);
