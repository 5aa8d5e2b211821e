/**
 * Makes the declarations of the library usable without this project's sources and packages: keeps those that the entries
 * need, and copies the declarations of zod, which is bundled, beside them.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outputFolder } from './output-folder.ts';
import { packageEntries } from './package-entries.ts';

const folder = join(outputFolder, 'types');
const zod = dirname(fileURLToPath(import.meta.resolve('zod/package.json')));
const specifiers = /((?:from|import\() ?)(['"])([^'"]+)\2/g;

/** The files to write, by path. */
const texts = new Map<string, string>();
for (const module of Object.values(packageEntries)) addOwn(join(outputFolder, `${module}.d.ts`));

for (const name of readdirSync(outputFolder, { recursive: true, encoding: 'utf8' })) {
  if (name.endsWith('.d.ts')) rmSync(join(outputFolder, name));
}
for (const [file, text] of texts) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Adds a file of this project, and those that it imports. */
function addOwn(file: string): void {
  if (texts.has(file)) return;
  texts.set(file, '');
  let text = readFileSync(file, 'utf8');
  // The protocol of the browser is not part of the library, only of types that its types refer to. It has 700 KB.
  if (text.includes("'devtools-protocol")) text = withoutProtocol(text);
  text = text.replace(specifiers, (whole, before: string, quote: string, specifier: string) => {
    const isRelative = specifier.startsWith('.');
    if (isRelative) addOwn(resolve(dirname(file), specifier.replace(/\.[jt]s$/, '.d.ts')));
    else if (specifier === 'zod') addZod(join(zod, 'index.d.ts'));
    else if (!specifier.startsWith('node:') && !/^pdfapi(?:\/|$)/.test(specifier)) {
      throw new Error(`${file} needs the types of ${specifier}, which users do not have.`);
    }
    const target = isRelative
      ? // tsc leaves the extension `.ts`, which names the sources.
        specifier.replace(/\.ts$/, '.js')
      : specifier === 'zod'
        ? join(relative(dirname(file), folder), 'zod/index.js')
            .replaceAll('\\', '/')
            .replace(/^(?!\.)/, './')
        : undefined;
    return target === undefined ? whole : `${before}${quote}${target}${quote}`;
  });
  texts.set(file, text);
}

function addZod(file: string): void {
  const target = join(folder, 'zod', relative(zod, file));
  if (texts.has(target)) return;
  // Its messages in fifty languages.
  const text = readFileSync(file, 'utf8').replace(/^export \* as locales from .*$/m, '');
  texts.set(target, text);
  for (const [, , , specifier = ''] of text.matchAll(specifiers)) {
    if (specifier.startsWith('.')) addZod(resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts')));
  }
}

/** Declares the types of the protocol that a file refers to as `any`. */
function withoutProtocol(text: string): string {
  const names = new Set([...text.matchAll(/\bProtocol\.(\w+)\.(\w+)/g)].map(([name]) => name));
  const declared = [...names].map((name) => {
    const [, domain, type] = name.split('.');
    return `declare namespace Protocol.${domain} { type ${type} = any; }\n`;
  });
  return text
    .replace(/^import type \{ Protocol \} from .*\n/m, declared.join(''))
    .replace(
      /^import type \{ ProtocolMapping \} from .*\n/m,
      'declare namespace ProtocolMapping { type Commands = any; type Events = any; }\n',
    );
}
