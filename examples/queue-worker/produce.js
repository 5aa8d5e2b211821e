/** Adds a job for each line of stdin: the data of an invoice as JSON, whose number names the job. */
import { createInterface } from 'node:readline';
import { openQueue } from './queue.js';

const queue = openQueue();
try {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const data = JSON.parse(line);
    // The worker makes the name of a file of it.
    if (!/^[0-9A-Za-z-]{1,40}$/.test(data?.number)) throw new Error(`No valid number: ${line}`);
    console.log(`${data.number}: ${queue.add(data.number, data) ? 'added' : 'is known'}`);
  }
} finally {
  queue.close();
}
