/**
 * Builds the image of the Dockerfile without a registry: its base images are made with debootstrap, from the mirror of
 * this machine, and buildah follows the Dockerfile.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { root } from '../run.ts';

export interface BuiltImage {
  /** The root file system. */
  readonly folder: string;
  readonly config: ImageConfig;
}

/** What a runtime takes from the image. */
interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: Readonly<Record<string, unknown>>;
  /** The first word is `CMD`. */
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** Returns the reason why this machine cannot build the image, or undefined. */
export function missingForImage(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can';
  const missing = ['debootstrap', 'buildah', 'runc'].filter((program) => !isInstalled(program));
  if (missing.length > 0) return `install it: apt-get install ${missing.join(' ')}`;
  if (findMirror('debian') === undefined) return 'apt has no mirror of Debian';
  return undefined;
}

/** Takes some minutes and 4 GB below `work`, which the caller removes. */
export async function buildImage(work: string): Promise<BuiltImage> {
  const buildah = async (...args: readonly string[]) => {
    const store = ['--root', join(work, 'store'), '--runroot', join(work, 'run'), '--storage-driver', 'vfs'];
    const { stdout } = await execa('buildah', [...store, ...args], { cwd: root, stdin: 'ignore' });
    return stdout.trim();
  };
  /** Commits the folder as the image that the Dockerfile names. */
  const addBase = async (name: string, folder: string, settings: readonly string[]) => {
    const made = await buildah('from', 'scratch');
    const mounted = await buildah('mount', made);
    execFileSync('cp', ['--archive', `${folder}/.`, mounted]);
    await buildah('config', ...settings.flatMap((each) => ['--env', each]), made);
    await buildah('commit', '--quiet', made, `docker.io/library/${name}`);
    await buildah('rm', made);
  };
  const { debian, node, suite } = baseImages();
  const base = join(work, 'base');
  await makeDebian(base, suite);
  await addBase(debian, base, []);
  await addBase(node, base, addNode(base));
  execFileSync('rm', ['--recursive', '--one-file-system', base]);

  await buildah('bud', '--pull-never', '--isolation', 'chroot', '--format', 'docker', '--tag', 'pdfapi', '.');
  const container = await buildah('from', '--pull-never', 'localhost/pdfapi');
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/pdfapi'));
  return { folder: await buildah('mount', container), config: Docker.config };
}

/** The names after FROM. */
function baseImages() {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const given = new Map(
    [...dockerfile.matchAll(/^ARG (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const find = (distribution: string) => {
    const [name = ''] = new RegExp(`${distribution}:\\S+`).exec(dockerfile) ?? [];
    return name.replace(/\$\{(\w+)\}/g, (_, argument: string) => given.get(argument) ?? '');
  };
  const node = find('node');
  return { debian: find('debian'), node, suite: /-(\w+)-slim$/.exec(node)?.[1] ?? '' };
}

async function makeDebian(folder: string, suite: string): Promise<void> {
  const [mirror = '', security = ''] = [findMirror('debian'), findMirror('debian-security')];
  await execa('debootstrap', ['--variant=minbase', suite, folder, mirror]);
  const sources = [`deb ${mirror} ${suite} main`, `deb ${mirror} ${suite}-updates main`];
  if (security) sources.push(`deb ${security} ${suite}-security main`);
  writeFileSync(join(folder, 'etc/apt/sources.list'), `${sources.join('\n')}\n`);
  execFileSync('chroot', [folder, 'apt-get', 'clean']);
}

/** Adds the node and npm of this machine. Returns the variables that npm needs to reach its registry, as here. */
function addNode(folder: string): string[] {
  copyFileSync(process.execPath, join(folder, 'usr/local/bin/node'));
  chmodSync(join(folder, 'usr/local/bin/node'), 0o755);
  const read = (program: string, ...args: string[]) =>
    execFileSync(program, args, { encoding: 'utf8' }).trim();
  const npm = realpathSync(read('sh', '-c', 'command -v npm'));
  const modules = join(folder, 'usr/local/lib/node_modules');
  cpSync(dirname(dirname(npm)), join(modules, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'));
  const variables = [`npm_config_registry=${read('npm', 'config', 'get', 'registry')}`];
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) {
    mkdirSync(join(folder, dirname(certificates)), { recursive: true });
    copyFileSync(certificates, join(folder, certificates));
    variables.push(`NODE_EXTRA_CA_CERTS=${certificates}`);
  }
  return variables;
}

/** The address of an archive, such as `debian`, that apt uses here. */
function findMirror(archive: string): string | undefined {
  if (!isInstalled('apt-get')) return undefined;
  const targets = execFileSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' });
  return targets.split('\n').find((address) => new RegExp(`/${archive}/?$`).test(address));
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
