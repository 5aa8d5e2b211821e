/** Looks codes up in the lists of `code-table.ts`, which are read when first needed. */
import { codeTable } from './code-table.ts';

export type CodeList = keyof typeof codeTable;

const read = new Map<CodeList, ReadonlySet<string>>();

export function isCode(list: CodeList, code: string): boolean {
  let codes = read.get(list);
  if (!codes) {
    codes = readCodes(codeTable[list]);
    read.set(list, codes);
  }
  return codes.has(code);
}

function readCodes(packed: string): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const word of packed.trim().split(/\s+/)) {
    const [start = '', ends] = word.split(':');
    if (ends === undefined) codes.add(start);
    else for (const end of ends) codes.add(start + end);
  }
  return codes;
}
