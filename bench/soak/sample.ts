/** Samples the resources that a server and its browser currently use. */
import { readdirSync } from 'node:fs';
import { processTree } from '../../src/browser/process/process-tree.ts';

export interface Sample {
  readonly serverMegabytes: number;
  /** The sum over all browser processes. */
  readonly browserMegabytes: number;
  readonly serverFiles: number;
  readonly browserFiles: number;
  readonly processes: number;
}

export function sampleOf(serverPid: number): Sample {
  const [server, ...browser] = processTree(serverPid);
  return {
    serverMegabytes: server?.megabytes ?? 0,
    browserMegabytes: browser.reduce((sum, { megabytes }) => sum + megabytes, 0),
    serverFiles: openFiles(serverPid),
    browserFiles: browser.reduce((sum, { pid }) => sum + openFiles(pid), 0),
    processes: browser.length,
  };
}

/** Returns zero for a process that has ended or belongs to another user. */
function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
