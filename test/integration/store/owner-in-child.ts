/** Takes ownership of the given data directory, and keeps it until the process is killed. */
import { setInterval } from 'node:timers';
import { takeOwnership } from '../../../src/store/database/owner.ts';

const [, , dataDirectory = ''] = process.argv;
takeOwnership(dataDirectory, { pid: process.pid, address: 'http://127.0.0.1:8080' });
process.stdout.write('ready\n');
setInterval(() => globalThis.gc?.(), 10);
