/** Parses the tags that define and import macros: `macro`, `import` and `from`. */

import type { ModuleReference, Node } from '../ast.ts';
import { parseParameters } from '../expressions/arguments.ts';
import { checkUnreserved } from '../expressions/targets.ts';
import type { TemplateParser } from '../template-parser.ts';

export function parseMacro(parser: TemplateParser, tag: string, at: number): Node {
  const { stream } = parser;
  const name = stream.expect('name').value;
  const parameters = parseParameters(parser.expressions);
  const body = parser.withOwnImports(() => parser.parseBody({ name: tag, at }), 'macro');
  const ending = stream.nextIf('name');
  if (ending && ending.value !== name) {
    stream.fail(`Expected endmacro for macro "${name}", not "${ending.value}".`, ending.at);
  }
  parser.endTag();
  parser.addMacro({ name, at, parameters, body });
  return { kind: 'nothing', at };
}

function parseModule(parser: TemplateParser): ModuleReference {
  const template = parser.expressions.parse();
  return { template: template.kind === 'name' && template.name === '_self' ? null : template };
}

export function parseImport(parser: TemplateParser, _name: string, at: number): Node {
  const module = parseModule(parser);
  parser.stream.expect('name', 'as');
  const { value: alias, at: aliasAt } = parser.stream.expect('name');
  checkUnreserved(parser.expressions, alias, aliasAt);
  parser.endTag();
  parser.importModule(alias, module);
  return { kind: 'import', at, module };
}

export function parseFrom(parser: TemplateParser, _name: string, at: number): Node {
  const { stream } = parser;
  const module = parseModule(parser);
  stream.expect('name', 'import');
  do {
    const name = stream.expect('name');
    const alias = stream.nextIf('name', 'as') ? stream.expect('name') : name;
    checkUnreserved(parser.expressions, alias.value, alias.at);
    parser.importMacro(alias.value, module, name.value);
  } while (stream.nextIf('punctuation', ','));
  parser.endTag();
  return { kind: 'import', at, module };
}
