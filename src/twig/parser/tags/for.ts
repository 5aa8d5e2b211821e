import type { Node } from '../ast.ts';
import { parseTargets } from '../expressions/targets.ts';
import type { TemplateParser } from '../template-parser.ts';

export function parseFor(parser: TemplateParser, name: string, at: number): Node {
  const { stream } = parser;
  const opener = { name, at };
  const names = parseTargets(parser.expressions);
  stream.expect('operator', 'in');
  const over = parser.expressions.parse();
  parser.endTag();
  const { result, usesLoop } = parser.notesLoop(() => {
    const body = parser.parseUntil(opener, 'else', 'endfor');
    if (stream.next().value !== 'else') return { body, otherwise: null };
    parser.endTag();
    const otherwise = parser.parseUntil(opener, 'endfor');
    stream.next();
    return { body, otherwise };
  });
  parser.endTag();
  // As in PHP, a third name is accepted and ignored.
  const [first, second] = names as [string, string | undefined];
  const valueName = second ?? first;
  const keyName = second === undefined ? null : first;
  return { kind: 'for', at, keyName, valueName, over, ...result, usesLoop };
}
