/** Finds pdfapi in the workspace or installs it, and sets the output `program` to the path of its command. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { annotate, setOutput } from './workflow-commands.mjs';

const command = join('node_modules', 'pdfapi', 'bin', 'pdfapi.js');
const { VERSION: version = '', RUNNER_TEMP = '' } = process.env;

const installed = resolve(command);
if (version === '' && existsSync(installed)) setOutput('program', installed);
else install();

function install() {
  // Not into the workspace, whose files the job may compare or publish.
  const folder = join(RUNNER_TEMP, 'pdfapi');
  mkdirSync(folder, { recursive: true });
  const isFile = version.endsWith('.tgz') || existsSync(version);
  const wanted = isFile ? resolve(version) : `pdfapi@${version || 'latest'}`;
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel', 'error'];
  const { status } = spawnSync('npm', ['install', ...options, wanted], { stdio: 'inherit' });
  if (status === 0) return setOutput('program', join(folder, command));
  annotate('error', { title: 'pdfapi' }, `${wanted} could not be installed; see the log of this step.`);
  process.exitCode = 1;
}
