/** What a server and its browser hold at a moment. */
import { readdirSync } from 'node:fs';
import { processTree } from '../../src/core/browser/process/process-tree.ts';

export interface Sample {
  readonly serverMegabytes: number;
  /** Of all its processes. */
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

/** Zero for a process that has ended meanwhile, or that is somebody else's. */
function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}
