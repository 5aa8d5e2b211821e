/** Loaded into the built command: writes the most memory that its process had, in kilobytes, when it ends. */
import { appendFileSync, readFileSync } from 'node:fs';

process.on('exit', () => {
  appendFileSync(process.env.PDFAPI_SWEEP_MEMORY, `${readPeak() ?? process.resourceUsage().maxRSS}\n`);
});

/** Linux counts the memory of the process that started this one in its maxRSS, but not here. */
function readPeak() {
  try {
    return /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
