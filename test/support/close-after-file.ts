/** Set up for each file of tests: what it has opened is closed after its last test. */
import { afterAll } from 'vitest';
import { closeAfterFile } from './after-file.ts';

afterAll(closeAfterFile);
