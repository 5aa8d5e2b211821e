import type { Node } from '../nodes.ts';
import type { TemplateParser } from '../template-parser.ts';

export function parseFor(parser: TemplateParser, name: string, at: number): Node {
  const { stream } = parser;
  const opener = { name, at };
  const names = parser.expressions.parseTargets();
  if (names.length > 2) stream.fail('A loop has a value, or a key and a value.', at);
  stream.expect('operator', 'in');
  const over = parser.expressions.parse();
  parser.endTag();
  const { result: body, usesLoop } = parser.notesLoop(() => parser.parseUntil(opener, 'else', 'endfor'));
  let otherwise: Node | null = null;
  if (stream.next().value === 'else') {
    parser.endTag();
    otherwise = parser.parseUntil(opener, 'endfor');
    stream.next();
  }
  parser.endTag();
  const valueName = names.at(-1) as string;
  const keyName = names.length === 2 ? (names[0] as string) : null;
  return { kind: 'for', at, keyName, valueName, over, body, otherwise, usesLoop };
}
