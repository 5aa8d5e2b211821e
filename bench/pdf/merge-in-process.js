/** One merge in a process of its own, as the programs do it: the time to start is part of it. */
import { readFileSync, writeFileSync } from 'node:fs';

const [core = '', out = '', ...files] = process.argv.slice(2);
const { mergePdfs } = await import(core);
writeFileSync(out, mergePdfs(files.map((file) => readFileSync(file))));
