/** Checks the files for containers, and that they agree with each other, with the units and with the server. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { environmentVariables } from '../../src/cli/options/environment.ts';
import { type Setting, settings } from '../../src/server/settings.ts';
import { defaultServerTimeouts } from '../../src/server/timeouts.ts';

const root = resolve(import.meta.dirname, '../..');
const readText = (path: string) => readFileSync(resolve(root, path), 'utf8');

const dockerfile = parseDockerfile(readText('Dockerfile'));
const compose = parse(readText('compose.yaml')) as Compose;
const service = compose.services.pdfapi;
const nodes = parse(readText('deploy/compose-nodes.yaml')) as Nodes;
const objects = parseAllDocuments(readText('deploy/kubernetes.yaml'), { strict: true });
const statefulSet = findObject<StatefulSet>('StatefulSet');
const pod = statefulSet.spec.template.spec;
const [container] = pod.containers;
const unit = readText('deploy/pdfapi.service');
const seccomp = JSON.parse(readText('deploy/seccomp.json')) as Seccomp;

/** The values of an instruction, of all stages. */
const all = (name: string) => dockerfile.filter((each) => each.name === name).map(({ value }) => value);
const last = (name: string) => all(name).at(-1) ?? '';
const volume = (JSON.parse(last('VOLUME')) as string[])[0];
const imageVariables = Object.fromEntries(
  [...last('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
);

describe('the Dockerfile', () => {
  it('starts from images of a full version, and from the node that the tests run with', () => {
    const defaults = new Map(all('ARG').map((text) => text.split('=') as [string, string]));
    const stages = new Set<string>();
    for (const from of all('FROM')) {
      const [, image = '', stage = ''] =
        /^(?:--platform=\$BUILDPLATFORM )?(\S+)(?: AS (\S+))?$/.exec(from) ?? [];
      const name = image.replace(/\$\{(\w+)\}/g, (_, argument: string) => defaults.get(argument) ?? '');
      if (!stages.has(image)) expect(name).toMatch(/^[a-z]+:\d+\.\d+(?:\.\d+)?-[a-z-]+$/);
      stages.add(stage);
    }
    expect(all('FROM')).toHaveLength(3);
    const { packages } = JSON.parse(readText('package-lock.json'));
    expect(defaults.get('NODE_VERSION')).toBe(packages['node_modules/node'].version);
  });

  it('downloads nothing but packages, and keeps no lists of them', () => {
    expect(all('ADD')).toEqual([]);
    const withApt = all('RUN').filter((command) => command.includes('apt-get'));
    expect(withApt).toHaveLength(1);
    for (const command of withApt) {
      expect(command).toMatch(/^apt-get update && apt-get install --yes --no-install-recommends /);
      expect(command).toContain('rm -rf /var/lib/apt/lists/*');
    }
    for (const command of all('RUN')) expect(command).not.toMatch(/curl|wget|sudo/);
  });

  it('copies files that exist, and .dockerignore lets them through', () => {
    const own = all('COPY').filter((value) => !value.startsWith('--from='));
    const sources = own.flatMap((value) => value.split(' ').slice(0, -1));
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) expect(existsSync(resolve(root, source)), source).toBe(true);
    const lines = readText('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const [first, ...exceptions] = lines;
    expect(first).toBe('*');
    const kept = exceptions.map((line) => line.replace(/^!/, ''));
    for (const name of kept.filter((each) => !each.includes('*')))
      expect(existsSync(resolve(root, name)), name).toBe(true);
    const packed = (JSON.parse(readText('package.json')).files as string[])
      .map((path) => path.split('/')[0] ?? '')
      // What begins with ! is not packed.
      .filter((path) => !/^(?:lib|dist|!)/.test(path));
    const needed = [...new Set([...sources.filter((source) => source !== '.'), ...packed, 'build'])];
    expect(needed.filter((name) => !kept.includes(name))).toEqual([]);
  });

  it('runs as a user with a number, without a shell, and asks the server for its health', () => {
    expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(JSON.parse(last('ENTRYPOINT'))).toEqual(['tini', '--', 'pdfapi']);
    expect(JSON.parse(last('CMD'))).toEqual(['serve']);
    const [, health = ''] = /CMD (\[.*\])$/.exec(last('HEALTHCHECK')) ?? [];
    expect(JSON.parse(health)).toEqual(['node', '-e', expect.stringContaining('/readyz')]);
  });
});

describe('compose.yaml', () => {
  it('takes every privilege that the server does not need', () => {
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toEqual(['no-new-privileges:true', 'seccomp:./deploy/seccomp.json']);
    expect(service.pids_limit).toBeGreaterThan(0);
    expect(service.tmpfs).toEqual([expect.stringMatching(/^\/tmp:.*noexec,nosuid,nodev/)]);
    // Only the proxy of the machine reaches it.
    for (const port of service.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

describe('the objects for Kubernetes', () => {
  it('are valid YAML, and each selects the pods of the one set', () => {
    expect(objects.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(objects.map((each) => each.get('kind'))).toEqual(['Service', 'StatefulSet', 'NetworkPolicy']);
    const { labels } = statefulSet.spec.template.metadata;
    expect(statefulSet.spec.selector.matchLabels).toEqual(labels);
    expect(findObject<Service>('Service').spec.selector).toEqual(labels);
    expect(findObject<NetworkPolicy>('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels);
  });

  it('run one server at a time, with every privilege taken that it does not need', () => {
    expect(statefulSet.spec.replicas).toBe(1);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'Localhost' } });
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(container?.image).not.toMatch(/latest$|^[^:]*$/);
  });

  it('keep the variables of services away, one of which would be PDFAPI_PORT', () => {
    expect(findObject<Service>('Service').metadata.name.toUpperCase()).toBe('PDFAPI');
    expect(pod.enableServiceLinks).toBe(false);
  });
});

describe('the seccomp profile', () => {
  const rules = seccomp.syscalls;
  const unconditional = rules.filter(({ args }) => args === undefined).flatMap(({ names }) => names);

  it('allows by name, and nothing that administers the machine or reads other processes', () => {
    expect(seccomp.defaultAction).toBe('SCMP_ACT_ERRNO');
    expect(new Set(rules.map(({ action }) => action))).toEqual(new Set(['SCMP_ACT_ALLOW']));
    const withheld =
      /^(?:.*mount.*|fs(?:open|config|pick)|move_mount|open_tree|pivot_root|bpf|perf_event_open|ptrace|process_vm_.*|kexec_.*|.*_module|keyctl|.*_key|userfaultfd|io_uring_.*|setns|reboot|swapo.*|.*handle_at|clone3?|unshare|socket|iop.*|.*settime|settimeofday|pidfd_getfd|syslog|acct|quotactl.*)$/;
    const exceptions = ['timer_settime', 'timerfd_settime', 'ioprio_get', 'ioprio_set'];
    expect(unconditional.filter((name) => withheld.test(name) && !exceptions.includes(name))).toEqual([]);
    expect([...unconditional].sort()).toEqual([...new Set(unconditional)]);
  });

  it('allows user, PID and network namespaces, and no other ones', () => {
    const [mounts, groups, names, messages] = [0x20000, 0x2000000, 0x4000000, 0x8000000] as const;
    const rule = rules.find(({ names }) => names.includes('clone'));
    expect(rule?.names).toEqual(['clone', 'unshare']);
    // Of these bits none may be set.
    const mask = mounts | groups | names | messages;
    expect(rule?.args).toEqual([{ index: 0, value: mask, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }]);
  });

  it('allows the address families of the systemd unit', () => {
    const numbers: Record<string, number> = { AF_UNIX: 1, AF_INET: 2, AF_INET6: 10, AF_NETLINK: 16 };
    const [, families = ''] = /^RestrictAddressFamilies=(.*)$/m.exec(unit) ?? [];
    const sockets = rules.filter(({ names }) => names.includes('socket'));
    expect(sockets.flatMap(({ args }) => args)).toEqual(
      families.split(' ').map((name) => ({ index: 0, value: numbers[name], op: 'SCMP_CMP_EQ' })),
    );
  });
});

describe('all of them', () => {
  it('keep the data at the same place, under the same uid', () => {
    expect(imageVariables.PDFAPI_DATA_DIR).toBe(volume);
    expect(service.volumes).toEqual([`data:${volume}`]);
    expect(Object.keys(compose.volumes)).toEqual(['data']);
    const { runAsUser, runAsGroup, fsGroup } = pod.securityContext;
    expect(`${runAsUser}:${runAsGroup}`).toBe(last('USER'));
    expect(fsGroup).toBe(runAsGroup);
    const mounts = container?.volumeMounts.map(({ mountPath }) => mountPath);
    expect(mounts).toEqual([volume, ...service.tmpfs.map((text) => text.split(':')[0])]);
  });

  it('use the same port', () => {
    const port = Number(last('EXPOSE'));
    expect(imageVariables.PDFAPI_PORT).toBe(String(port));
    expect(service.ports).toEqual([expect.stringMatching(new RegExp(`:${port}$`))]);
    expect(container?.ports).toEqual([{ name: 'http', containerPort: port }]);
    expect(findObject<Service>('Service').spec.ports).toEqual([{ name: 'http', port, targetPort: 'http' }]);
    const policy = findObject<NetworkPolicy>('NetworkPolicy');
    expect(policy.spec.ingress[0]?.ports).toEqual([{ protocol: 'TCP', port }]);
    for (const probe of [container?.startupProbe, container?.livenessProbe, container?.readinessProbe])
      expect(probe?.httpGet.port).toBe('http');
  });

  it('give the server more time to stop than it takes for running requests', () => {
    const [, unitSeconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
    const seconds = [
      Number(unitSeconds),
      Number(/^(\d+)s$/.exec(service.stop_grace_period)?.[1]),
      pod.terminationGracePeriodSeconds,
    ];
    expect(new Set(seconds).size, String(seconds)).toBe(1);
    expect(seconds[0]).toBeGreaterThanOrEqual(defaultServerTimeouts.drain / 1000 + 10);
  });

  it('give the servers on one database the same protection, and nothing to keep', () => {
    const { pdfapi, proxy } = nodes.services;
    expect(pdfapi.deploy.replicas).toBe(3);
    expect(pdfapi.volumes).toBeUndefined();
    expect(pdfapi.tmpfs.map((text) => text.split(':')[0])).toEqual([volume, '/tmp']);
    expect(pdfapi.tmpfs[0]).toContain(`uid=${last('USER').split(':')[0]}`);
    for (const key of ['read_only', 'cap_drop', 'mem_limit', 'pids_limit'] as const)
      expect(pdfapi[key]).toEqual(service[key]);
    expect(pdfapi.security_opt).toEqual(service.security_opt.map((text) => text.replace('./deploy/', './')));
    const grace = Number(/^(\d+)s$/.exec(pdfapi.stop_grace_period)?.[1]);
    expect(grace).toBeGreaterThanOrEqual(defaultServerTimeouts.drain / 1000 + 5 + 10);
    // What the command changes in the configuration is there to be changed.
    const configuration = readText('deploy/nginx-nodes.conf');
    for (const port of ['8081', '8082', '8083']) expect(configuration).toContain(`server 127.0.0.1:${port}`);
    expect(configuration).toContain('listen 127.0.0.1:8080');
    expect(String(proxy.command)).toContain('pdfapi:8080');
  });

  it('give it the same memory', () => {
    const [, unitMemory] = /^MemoryMax=(\d+)G$/m.exec(unit) ?? [];
    expect([service.mem_limit, container?.resources.limits.memory]).toEqual([
      `${unitMemory}g`,
      `${unitMemory}Gi`,
    ]);
  });

  it('set variables that exist', () => {
    const files = readdirSync(resolve(root, 'deploy')).map((name) => `deploy/${name}`);
    const known = new Set<string>([
      ...Object.values(settings).flatMap((setting: Setting<unknown>) =>
        setting.isSecret ? [setting.variable, `${setting.variable}_FILE`] : [setting.variable],
      ),
      ...Object.keys(environmentVariables),
    ]);
    for (const file of ['Dockerfile', 'compose.yaml', ...files]) {
      const named = readText(file).match(/\bPDFAPI_[A-Z_]+/g) ?? [];
      expect(
        named.filter((name) => !known.has(name)),
        file,
      ).toEqual([]);
    }
    expect(Object.keys(service.environment)).toContain('PDFAPI_PUBLIC_URL');
    expect(container?.env.map(({ name }) => name)).toEqual(Object.keys(service.environment));
  });
});

interface Instruction {
  readonly name: string;
  readonly value: string;
}

interface Compose {
  readonly services: {
    readonly pdfapi: {
      readonly ports: readonly string[];
      readonly environment: Readonly<Record<string, string>>;
      readonly volumes: readonly string[];
      readonly read_only: boolean;
      readonly tmpfs: readonly string[];
      readonly cap_drop: readonly string[];
      readonly security_opt: readonly string[];
      readonly mem_limit: string;
      readonly pids_limit: number;
      readonly stop_grace_period: string;
    };
  };
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface Nodes {
  readonly services: {
    readonly pdfapi: Compose['services']['pdfapi'] & { readonly deploy: { readonly replicas: number } };
    readonly proxy: { readonly command: readonly string[] };
  };
}

interface StatefulSet {
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: unknown };
    readonly template: {
      readonly metadata: { readonly labels: unknown };
      readonly spec: {
        readonly automountServiceAccountToken: boolean;
        readonly enableServiceLinks: boolean;
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: {
          readonly runAsUser: number;
          readonly runAsGroup: number;
          readonly fsGroup: number;
        };
        readonly containers: readonly Container[];
      };
    };
  };
}

interface Container {
  readonly image: string;
  readonly ports: readonly unknown[];
  readonly env: readonly { readonly name: string }[];
  readonly securityContext: unknown;
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly volumeMounts: readonly { readonly mountPath: string }[];
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Service {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly selector: unknown; readonly ports: readonly unknown[] };
}

interface NetworkPolicy {
  readonly spec: {
    readonly podSelector: { readonly matchLabels: unknown };
    readonly ingress: readonly { readonly ports: readonly unknown[] }[];
  };
}

interface Seccomp {
  readonly defaultAction: string;
  readonly syscalls: readonly {
    readonly names: readonly string[];
    readonly action: string;
    readonly args?: readonly unknown[];
  }[];
}

function findObject<Kind>(kind: string): Kind {
  return objects.find((each) => each.get('kind') === kind)?.toJS() as Kind;
}

/** The instructions in their order, each on one line. */
function parseDockerfile(text: string): Instruction[] {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .join('\n')
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n');
  return lines.map((line) => {
    const [, name = '', value = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return { name, value };
  });
}
