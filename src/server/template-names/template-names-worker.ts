/** Runs in the thread that lists the names that templates read. */

import { serveTasks } from '#runtime/serve-tasks';
import { templateNames } from '#template/check/template-variables';

serveTasks(templateNames);
