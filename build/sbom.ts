/**
 * The bill of materials of the package, as CycloneDX: what is bundled, which npm does not know of once the package is
 * installed, and what npm installs beside it. `npm sbom` would list what the build and the tests need.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Part {
  readonly name: string;
  readonly version: string;
  /** npm may leave it out of an installation. */
  readonly isOptional: boolean;
}

const modules = 'node_modules/';

/**
 * Returns the paths in the lock file of what npm installs with the package. Its flags do not say so: a clone has the
 * browser as a package for development too.
 */
function installedPaths(packages: Readonly<Record<string, LockedPackage>>): string[] {
  const found = new Set<string>();
  const visit = (from: string) => {
    const { dependencies, optionalDependencies } = packages[from] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = findInstalled(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      visit(path);
    }
  };
  visit('');
  return [...found];
}

/** Where a package finds another one: in its own folder, or in one above it, as Node.js looks for it. */
function findInstalled(
  packages: Readonly<Record<string, LockedPackage>>,
  from: string,
  name: string,
): string | undefined {
  for (let above = from; ; above = above.slice(0, Math.max(0, above.lastIndexOf(`/${modules}`)))) {
    const path = `${above === '' ? '' : `${above}/`}${modules}${name}`;
    if (packages[path]) return path;
    if (above === '') return undefined;
  }
}

/** Copied by the build as they are, so that no list of licences names them. */
const copied = ['better-sqlite3', 'hyphen', 'pdfjs-dist'];

const heading = /^={80}\n(\S+) (\d\S*) \(/gm;

/**
 * Returns the bill as JSON. `root` is a checkout, `build` the folder of its build. The same package gives the same bytes.
 * https://cyclonedx.org/docs/1.5/json/
 */
export function sbom(root: string, build: string): string {
  const lock = readJson(join(root, 'package-lock.json'));
  const packages: readonly (readonly [string, LockedPackage])[] = Object.entries(lock.packages);
  const find = (name: string, version?: string) =>
    packages.find(
      ([path, each]) =>
        path.endsWith(`node_modules/${name}`) && (version === undefined || each.version === version),
    )?.[1];
  const bundled = listFiles(build, /LICENSES\.txt$/)
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(heading)])
    .map(([, name = '', version = '']) => ({ name, version, isOptional: false }));
  const beside = installedPaths(lock.packages).map((path) => ({
    name: path.slice(path.lastIndexOf(modules) + modules.length),
    version: lock.packages[path]?.version ?? '',
    isOptional: true,
  }));
  const others = copied.map((name) => ({ name, version: find(name)?.version ?? '', isOptional: false }));
  const parts = new Map<string, Part>();
  for (const part of [...bundled, ...others, ...beside]) {
    const key = purl(part);
    if (!parts.has(key)) parts.set(key, part);
  }
  const components = [...parts.values()]
    .map((part) => describe(part, find(part.name, part.version)))
    .sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const { name, version, description, license } = readJson(join(root, 'package.json'));
  const self = purl({ name, version });
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        ...{ 'bom-ref': self, type: 'application', name, version, description },
        licenses: [{ license: { id: license } }],
        purl: self,
      },
    },
    components,
    dependencies: [{ ref: self, dependsOn: components.map((each) => each['bom-ref']) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function describe(part: Part, locked: LockedPackage | undefined) {
  const { name, version, isOptional } = part;
  if (locked === undefined) throw new Error(`${name} ${version} is not in package-lock.json.`);
  const [algorithm = '', hash = ''] = locked.integrity?.split('-') ?? [];
  return {
    'bom-ref': purl(part),
    type: 'library',
    name,
    version,
    scope: isOptional ? 'optional' : 'required',
    ...(hash && {
      hashes: [
        { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') },
      ],
    }),
    // An expression, which a single identifier is too.
    ...(locked.license && { licenses: [{ expression: locked.license }] }),
    purl: purl(part),
    ...(locked.resolved && { externalReferences: [{ type: 'distribution', url: locked.resolved }] }),
  };
}

/** https://github.com/package-url/purl-spec */
const purl = ({ name, version }: { readonly name: string; readonly version: string }): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

function listFiles(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(basename(name)))
    .sort()
    .map((name) => join(folder, name));
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
