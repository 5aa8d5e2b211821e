/** One merge in a process of its own, as the programs do it: the time to start is part of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { mergePdfs } from '../../src/core/pdf/index.ts';

const [out = '', ...files] = process.argv.slice(2);
writeFileSync(out, mergePdfs(files.map((file) => readFileSync(file))));
