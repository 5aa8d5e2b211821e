/** Set up for each file of tests: what it has reached is written before its process is ended. */
import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

afterAll(() => takeCoverage());
