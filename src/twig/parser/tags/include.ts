import type { Expression, Node } from '../ast.ts';
import type { TemplateParser } from '../template-parser.ts';

interface Rest {
  variables: Expression | null;
  only: boolean;
  ignoreMissing: boolean;
}

/** Parses `ignore missing with {…} only`, the options of both `include` and `embed`. */
function parseRest(parser: TemplateParser): Rest {
  const { stream } = parser;
  let ignoreMissing = false;
  if (stream.nextIf('name', 'ignore')) {
    stream.expect('name', 'missing');
    ignoreMissing = true;
  }
  const variables = stream.nextIf('name', 'with') ? parser.expressions.parse() : null;
  const only = stream.nextIf('name', 'only') !== null;
  parser.handsOnContext();
  return { variables, only, ignoreMissing };
}

export function parseInclude(parser: TemplateParser, _name: string, at: number): Node {
  const template = parser.expressions.parse();
  const rest = parseRest(parser);
  parser.endTag();
  return { kind: 'include', at, template, ...rest };
}

export function parseEmbed(parser: TemplateParser, name: string, at: number): Node {
  const parent = parser.expressions.parse();
  const rest = parseRest(parser);
  const template = parser.embedded(at, (node) => {
    node.parent = parent;
    node.body = parser.parseBody({ name, at });
  });
  parser.endTag();
  return { kind: 'embed', at, template, ...rest };
}
