/** Runs the image with runc, which is what Docker and Kubernetes run containers with, and the settings of compose.yaml. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa, type ResultPromise } from 'execa';
import { parse } from 'yaml';
import { root } from '../run.ts';
import type { BuiltImage } from './build-image.ts';

export interface ContainerOptions {
  /** In place of the command of the image. */
  readonly args?: readonly string[];
  readonly env?: readonly string[];
  /** In place of the user of the image. */
  readonly uid?: number;
  /** In place of deploy/seccomp.json. */
  readonly seccomp?: unknown;
  readonly input?: string;
}

export interface Container {
  /** Ends with the container. */
  readonly ended: ResultPromise<{ reject: false; encoding: 'buffer' }>;
  /** Runs another command inside, as `docker exec` does. */
  exec(...command: readonly string[]): ReturnType<typeof runc>;
  kill(signal: NodeJS.Signals): ReturnType<typeof runc>;
  processes(): readonly ProcessInside[];
}

interface ProcessInside {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** One letter, `Z` for a zombie. */
  readonly state: string;
}

let runs = 0;
const service = parse(readFileSync(join(root, 'compose.yaml'), 'utf8')).services.pdfapi;

/**
 * `work` holds the state of runc, and `volume` is the folder of the one volume. The container shares the loopback
 * interface of the machine, so it needs a port and an address of its own.
 */
export function startContainer(
  image: BuiltImage,
  work: string,
  volume: string,
  options: ContainerOptions = {},
): Container {
  runs += 1;
  const id = `pdfapi-test-${process.pid}-${runs}`;
  const bundle = join(work, id);
  mkdirSync(bundle);
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(toRuntimeConfig(image, volume, options)));
  const state = ['--root', join(work, 'runc')];
  const ended = execa('runc', [...state, 'run', '--bundle', bundle, id], {
    ...{ reject: false, encoding: 'buffer' },
    ...(options.input === undefined ? { stdin: 'ignore' } : { input: options.input }),
  } as const) as Container['ended'];
  const pid = () =>
    JSON.parse(execFileSync('runc', [...state, 'state', id], { encoding: 'utf8' })).pid as number;
  return {
    ended,
    exec: (...command) => runc(...state, 'exec', id, ...command),
    kill: (signal) => runc(...state, 'kill', id, signal),
    processes: () => processesBelow(pid()),
  };
}

const runc = (...args: readonly string[]) => execa('runc', args, { reject: false, stdin: 'ignore' });

function toRuntimeConfig({ folder, config }: BuiltImage, volume: string, options: ContainerOptions) {
  const [uid, gid] = config.User.split(':').map(Number);
  const [target = ''] = Object.keys(config.Volumes);
  const none = { bounding: [], effective: [], permitted: [], inheritable: [], ambient: [] };
  const memory = Number.parseInt(service.mem_limit, 10) * 1024 ** 3;
  const file = service.security_opt
    .find((text: string) => text.startsWith('seccomp:'))
    .slice('seccomp:'.length);
  const tmpfs = (text: string) => {
    const [destination, given = ''] = text.split(':');
    return { destination, type: 'tmpfs', source: 'tmpfs', options: given.split(',') };
  };
  const hidden = ['acpi', 'kcore', 'keys', 'latency_stats', 'timer_list', 'sched_debug', 'scsi'];
  return {
    ociVersion: '1.0.2',
    root: { path: folder, readonly: service.read_only },
    process: {
      user: { uid: options.uid ?? uid, gid: options.uid ?? gid },
      args: [...config.Entrypoint, ...(options.args ?? config.Cmd)],
      env: [...config.Env, ...(options.env ?? [])],
      cwd: '/',
      noNewPrivileges: service.security_opt.includes('no-new-privileges:true'),
      capabilities: service.cap_drop.includes('ALL') ? none : undefined,
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
      ...service.tmpfs.map(tmpfs),
      { destination: target, type: 'bind', source: volume, options: ['rbind', 'rw'] },
    ],
    linux: {
      namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })),
      seccomp: options.seccomp ?? JSON.parse(readFileSync(resolve(root, file), 'utf8')),
      resources: { memory: { limit: memory }, pids: { limit: service.pids_limit } },
      maskedPaths: hidden.map((name) => `/proc/${name}`),
      readonlyPaths: ['bus', 'fs', 'irq', 'sys', 'sysrq-trigger'].map((name) => `/proc/${name}`),
    },
  };
}

/** A process and those below it. Nothing leaves a container: its first process is the parent of orphans. */
function processesBelow(root: number): ProcessInside[] {
  const all = readdirSync('/proc').map(Number).filter(Boolean).flatMap(readProcess);
  const below = (parent: number): ProcessInside[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

/** An empty array if the process has ended. */
function readProcess(pid: number): ProcessInside[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, state = ''] = /^State:\s+(\S)/m.exec(status) ?? [];
    const [, parent] = /^PPid:\s+(\d+)/m.exec(status) ?? [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return [{ pid, parent: Number(parent), command, state }];
  } catch {
    return [];
  }
}
