/**
 * Decides which pdfapi to use. Outputs `package`, its folder, and if it is not there yet, `install`, what to give to
 * `npm install`, and `folder`, where to install it.
 */
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { log, pathInWorkspace, runStep, StepError, setOutput, workingDirectory } from './workflow.mjs';

runStep(() => {
  if (!statSync(workingDirectory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new StepError(`working-directory: there is no folder ${process.env.INPUT_WORKING_DIRECTORY}.`);
  }
  const version = (process.env.INPUT_VERSION ?? '').trim();
  const found = version === '' ? findInWorkspace() : undefined;
  if (found !== undefined) {
    log(`Uses ${pathInWorkspace(found)}.`);
    setOutput('package', found);
    return;
  }
  // Not in the workspace, where it could change what is committed or tested.
  const folder = mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'pdfapi-'));
  // Without it, npm takes the settings of a package above.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  setOutput('folder', folder);
  setOutput('install', toPackageSpec(version || ownVersion()));
  setOutput('package', join(folder, 'node_modules', 'pdfapi'));
});

/** The version that the workflow has asked for by the reference of the action. */
function ownVersion() {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

/** Looks where Node.js would, but not above the workspace. */
function findInWorkspace() {
  for (let folder = workingDirectory; pathInWorkspace(folder) !== undefined; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', 'pdfapi');
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
  return undefined;
}

/** `1.2.3` and `next` are versions; paths, addresses and what else npm takes stay what they are. */
function toPackageSpec(version) {
  if (/^(?:\.{1,2}(?:[\\/]|$)|[\\/]|[A-Za-z]:[\\/])/.test(version)) return resolve(workingDirectory, version);
  if (/^[a-z][a-z+]+:/.test(version)) return version;
  if (/\.(?:tgz|tar\.gz|tar)$/.test(version)) return resolve(workingDirectory, version);
  return `pdfapi@${version}`;
}
