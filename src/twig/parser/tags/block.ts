/** Parses the tags of inheritance: `extends`, `block` and `use`. */
import type { Node } from '../ast.ts';
import type { TemplateParser } from '../template-parser.ts';

export function parseExtends(parser: TemplateParser, _name: string, at: number): Node {
  const { stream } = parser;
  if (parser.blocksBeingRead.length > 0) stream.fail('A block cannot extend a template.', at);
  // As in PHP, an `extends` inside an `if` is accepted and applies whether or not the condition holds.
  if (parser.insideMacro) stream.fail('A macro cannot extend a template.', at);
  if (parser.parent !== null) stream.fail('A template can extend one other only.', at);
  parser.parent = parser.expressions.parse();
  parser.endTag();
  return { kind: 'nothing', at };
}

export function parseBlock(parser: TemplateParser, tag: string, at: number): Node {
  const { stream } = parser;
  if (parser.insideMacro) stream.fail('A macro cannot have blocks.', at);
  const name = stream.expect('name');
  const first = parser.blockAt(name.value);
  if (first !== undefined) {
    const { line } = stream.source.place(first);
    stream.fail(`The block "${name.value}" is defined twice: first on line ${line}.`, name.at);
  }
  parser.handsOnContext();
  const empty: Node = { kind: 'nothing', at };
  parser.addBlock({ name: name.value, at, body: empty });
  parser.blocksBeingRead.push(name.value);
  const body = parser.withOwnImports<Node>(() => {
    if (!stream.test('block end')) {
      const value = parser.expressions.parse();
      return { kind: 'print', at, value };
    }
    const inner = parser.parseBody({ name: tag, at });
    const ending = stream.nextIf('name');
    if (ending && ending.value !== name.value) {
      stream.fail(`Expected endblock for block "${name.value}", not "${ending.value}".`, ending.at);
    }
    return inner;
  }, 'block');
  parser.endTag();
  parser.blocksBeingRead.pop();
  parser.addBlock({ name: name.value, at, body, strategy: parser.strategy });
  return { kind: 'block', at, name: name.value };
}

export function parseUse(parser: TemplateParser, _name: string, at: number): Node {
  const { stream } = parser;
  const template = parser.expressions.parse();
  if (template.kind !== 'constant' || typeof template.value !== 'string') {
    stream.fail('A "use" tag names its template by a string.', template.at);
  }
  const aliases = new Map<string, string>();
  if (stream.nextIf('name', 'with')) {
    do {
      const from = stream.expect('name').value;
      stream.expect('name', 'as');
      aliases.set(from, stream.expect('name').value);
    } while (stream.nextIf('punctuation', ','));
  }
  parser.endTag();
  parser.addTrait({ template, aliases, at });
  return { kind: 'nothing', at };
}
