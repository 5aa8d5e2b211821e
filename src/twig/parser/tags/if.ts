import type { Expression, Node } from '../ast.ts';
import type { TemplateParser } from '../template-parser.ts';

export function parseIf(parser: TemplateParser, name: string, at: number): Node {
  const { stream } = parser;
  const opener = { name, at };
  const branches: { test: Expression; body: Node }[] = [];
  let otherwise: Node | null = null;
  const branch = () => {
    const test = parser.expressions.parse();
    parser.endTag();
    branches.push({ test, body: parser.parseUntil(opener, 'elseif', 'else', 'endif') });
  };
  branch();
  for (;;) {
    const end = stream.next();
    if (end.value === 'elseif' && otherwise === null) branch();
    else if (end.value === 'else' && otherwise === null) {
      if (stream.test('name', 'if')) stream.fail('Unexpected "if" behind "else". Twig writes "elseif".');
      parser.endTag();
      otherwise = parser.parseUntil(opener, 'endif');
    } else break;
  }
  parser.endTag();
  return { kind: 'if', at, branches, otherwise };
}
