/** Ends with 0 if this Node.js can run pdfapi, and with 1 if not. */
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [major, minor] = process.versions.node.split('.').map(Number);
const [neededMajor, neededMinor] = engines.node.replace('>=', '').split('.').map(Number);
process.exitCode = major > neededMajor || (major === neededMajor && minor >= neededMinor) ? 0 : 1;
