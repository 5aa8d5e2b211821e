import type { Expression, Node } from '../ast.ts';
import { parseTargets } from '../expressions/targets.ts';
import type { TemplateParser } from '../template-parser.ts';

export function parseSet(parser: TemplateParser, name: string, at: number): Node {
  const { stream } = parser;
  const names = parseTargets(parser.expressions);
  if (!stream.nextIf('operator', '=')) {
    if (names.length > 1) stream.fail('What a "set" tag collects goes into one variable.', at);
    const body = parser.parseBody({ name, at });
    parser.endTag();
    return { kind: 'capture', at, name: names[0] as string, body };
  }
  const values: Expression[] = [];
  do values.push(parser.expressions.parse());
  while (stream.nextIf('punctuation', ','));
  const end = stream.current.at;
  parser.endTag();
  if (names.length !== values.length) {
    stream.fail(`A "set" tag needs as many values as variables: ${names.length} and ${values.length}.`, end);
  }
  return { kind: 'set', at, names, values };
}

export function parseDo(parser: TemplateParser, _name: string, at: number): Node {
  const value = parser.expressions.parse();
  parser.endTag();
  return { kind: 'do', at, value };
}

export function parseWith(parser: TemplateParser, name: string, at: number): Node {
  const { stream } = parser;
  let variables: Expression | null = null;
  let only = false;
  if (!stream.test('block end')) {
    if (!stream.test('name', 'only')) variables = parser.expressions.parse();
    only = stream.nextIf('name', 'only') !== null;
  }
  const body = parser.parseBody({ name, at });
  parser.endTag();
  return { kind: 'with', at, variables, only, body };
}
